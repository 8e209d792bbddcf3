// What the browser keeps for the player: games that can go on, records of games, settings. Nothing of it is sent anywhere.

const STORED = "sudoku-models";
const VERSION = 1;
const MOST_GAMES = 10; // games that can go on
export const MOST_RECORDS = 500;
export const LONGEST_GAME = 400_000; // characters of a game that is kept

/** One storage of the browser, "localStorage" or "sessionStorage". It may be switched off, and even looking at it may then fail. */
export class Storage_ {
  constructor(kind) {
    this.damaged = false;
    /** @type {Storage | null} */
    this.place = null;
    try {
      this.place = kind === "localStorage" ? window.localStorage : window.sessionStorage;
      this.place.setItem(`${STORED}:try`, "1");
      this.place.removeItem(`${STORED}:try`);
    } catch { this.place = null; }
  }

  /** The value of a name, or null where it is missing, damaged, or not as `check` wants it. */
  read(name, check) {
    let text = null;
    try { text = this.place?.getItem(`${STORED}:${name}`) ?? null; } catch { return null; }
    if (text === null) return null;
    try {
      const { version, value } = JSON.parse(text);
      if (version === VERSION && check(value)) return value;
    } catch { /* damaged */ }
    this.damaged = true;
    return null;
  }

  /** Keep a value; returns whether there was room for it. */
  write(name, value) {
    try {
      this.place?.setItem(`${STORED}:${name}`, JSON.stringify({ version: VERSION, value }));
      return this.place !== null;
    } catch { return false; }
  }

  remove(name) { try { this.place?.removeItem(`${STORED}:${name}`); } catch { /* nothing is there */ } }

  /** The names that begin with a word. */
  names(word) {
    const begin = `${STORED}:${word}:`;
    try { return Object.keys(this.place ?? {}).filter((key) => key.startsWith(begin)).map((key) => key.slice(STORED.length + 1)); } catch { return []; }
  }
}

const isText = (value, most = 300) => typeof value === "string" && value.length <= most;
const isCount = (value) => Number.isFinite(value) && value >= 0;
const isTitled = (each) => each !== null && typeof each === "object" && isText(each.id) && isText(each.title) && isText(each.level)
  && isCount(each.size) && isCount(each.seconds) && isCount(each.when);
/** A game that can go on. */
export const isGame = (each) => isTitled(each) && isText(each.text, LONGEST_GAME) && isCount(each.digits);
/** The record of a game. */
const isRecord = (each) => isTitled(each) && isText(each.key) && isCount(each.hints) && typeof each.solved === "boolean";
export const isRecords = (list) => Array.isArray(list) && list.length <= MOST_RECORDS && list.every(isRecord);

/** Keep the latest games; the older ones make room for them. */
export function keepGame(place, name, game) {
  const others = place.names("game").filter((each) => each !== name)
    .map((each) => [each, place.read(each, isGame)?.when ?? 0]).sort((a, b) => b[1] - a[1]);
  for (const [each] of others.splice(MOST_GAMES - 1)) place.remove(each);
  while (!place.write(name, game) && others.length) place.remove(others.pop()[0]);
}

/** Seconds as a clock shows them: 12:10, or 1:02:10. */
export function duration(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return `${h ? `${h}:` : ""}${h ? `${m}`.padStart(2, "0") : m}:${`${s}`.padStart(2, "0")}`;
}

export const numberOf = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/** The middle of some numbers. */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Best and median time of the solved games, for each size and level, without and with hints; `levels` in their order. */
export function statistics(records, levels) {
  const ranks = ["", ...levels];
  const groups = new Map();
  for (const each of records.filter(({ solved }) => solved)) {
    const rank = ranks.indexOf(each.level);
    const order = (each.size * 20 + (rank < 0 ? ranks.length : rank)) * 2 + Number(each.hints > 0);
    const name = `${each.size} × ${each.size}${each.level ? `, ${each.level}` : ""}`;
    const group = groups.get(`${order} ${each.level}`) ?? { name, order, hints: each.hints > 0 ? "with" : "without", times: [] };
    group.times.push(each.seconds);
    groups.set(`${order} ${each.level}`, group);
  }
  return [...groups.values()].sort((a, b) => a.order - b.order)
    .map(({ name, hints, times }) => ({ name, hints, solved: times.length, best: Math.min(...times), median: median(times) }));
}
