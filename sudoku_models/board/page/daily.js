// The puzzle of the day, and the days on which it was solved. A day is a local date, such as 2026-11-24.

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_DAYS = 5000;
const MS = 86_400_000;
const NAME = "day:";

/** The local date, some days ago. */
export function localDay(daysAgo = 0) {
  const now = new Date();
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - daysAgo * MS);
  return day.toISOString().slice(0, 10);
}

/** The day whose puzzle is on the board, or nothing. */
export const dayOnBoard = (page) => ((page.get("status").name ?? "").startsWith(NAME) ? page.get("status").name.slice(NAME.length) : "");

export const openDay = (page, day) => page.send({ do: "load", corpus: "day", name: `${NAME}${day}` });

/** A day in words: 24 November. */
export const dayInWords = (day) => new Date(`${day}T00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", day: "numeric", month: "long" });

const isSolvedDay = (each) => each !== null && typeof each === "object" && DAY.test(each.day) && Number.isFinite(Date.parse(`${each.day}T00:00Z`))
  && [each.seconds, each.hints].every((value) => Number.isFinite(value) && value >= 0);
/** Days whose puzzle was solved on that day, the latest first. */
export const isSolvedDays = (list) => Array.isArray(list) && list.length <= MOST_DAYS && list.every(isSolvedDay);

/** The days with another one, unless it is there. */
export const withDay = (days, solved) => (days.some((each) => each.day === solved.day) ? days
  : [solved, ...days].sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, MOST_DAYS));

/** The days in a row up to today, or up to yesterday while today's puzzle is not solved; and the most there were. */
export function streaks(days, today) {
  const numbers = new Set(days.map((each) => Date.parse(`${each.day}T00:00Z`) / MS));
  const back = (from) => { let count = 0; while (numbers.has(from - count)) count++; return count; };
  const now = Date.parse(`${today}T00:00Z`) / MS;
  return { current: back(numbers.has(now) ? now : now - 1), longest: Math.max(0, ...[...numbers].map(back)) };
}
