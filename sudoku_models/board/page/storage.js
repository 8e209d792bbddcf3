// What the browser keeps for the player: games that can go on, settings. Nothing of it is sent anywhere.

const STORED = "sudoku-models";
const VERSION = 1;
const MOST_GAMES = 10; // games that can go on
const MOST_SOLVED = 30;
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
/** Whether it is a game that can go on. */
export const isGame = (each) => each !== null && typeof each === "object" && isText(each.id) && isText(each.title)
  && isCount(each.seconds) && isCount(each.when) && isCount(each.digits) && isText(each.text, LONGEST_GAME);

/** Keep the latest games; the older ones make room for them, but no design does. */
export function keepGame(place, name, game) {
  const others = place.names("game").filter((each) => each !== name)
    .map((each) => [each, place.read(each, isGame)]).filter(([, kept]) => !kept?.design).sort(([, a], [, b]) => (b?.when ?? 0) - (a?.when ?? 0));
  for (const [each] of others.splice(MOST_GAMES - 1)) place.remove(each);
  while (!place.write(name, game) && others.length) place.remove(others.pop()[0]);
}

/** The games that were solved, the latest first. */
export const solvedGames = (place) => place.read("solved", (games) => Array.isArray(games) && games.every(isGame)) ?? [];

/** Keep a game that was solved, once. */
export function keepSolved(place, game) {
  const games = solvedGames(place);
  if (!games.some(({ id }) => id === game.id)) place.write("solved", [game, ...games].slice(0, MOST_SOLVED));
}

/** Seconds as a clock shows them: 12:10, or 1:02:10. */
export function duration(seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return `${h ? `${h}:` : ""}${h ? `${m}`.padStart(2, "0") : m}:${`${s}`.padStart(2, "0")}`;
}

/** What has been entered in a game that is kept, and its time. */
export const contentOf = ({ digits, marked, seconds, design, size, rules }) => design ? `a ${size}×${size} design with ${numberOf(rules, "rule")} and ${numberOf(digits, "given")}` : [numberOf(digits, "digit"), ...(marked ? [numberOf(marked, "marked cell")] : []), duration(seconds)].join(", ");

export const titleOf = (game) => game.title || "A puzzle";

export const numberOf = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
