import { askedAddress } from './asked-address.ts';

/*
 * Shared terminals (docs/specification.md, section "Shared terminals"): limits, formats, and what a session at one may do.
 */

/** Length of a session at a terminal. */
export const SESSION_MINUTES = { min: 2, max: 60, standard: 10 };
/** Time without input after which the session ends. */
export const IDLE_SECONDS = { min: 20, max: 600, standard: 60 };
/** Seconds before the end at which the person is warned. */
export const WARNING_SECONDS = 15;
/** Lifetime of the code with which a device is registered. */
export const CODE_MINUTES = 10;
/** Wrong PINs in a row after which a PIN is locked. */
export const PIN_FAILURES = 5;
/** People who get initial PINs or badges at once. */
export const MAX_PEOPLE = 100;

const PIN = /^\d{6}$/;
/** A badge is digits only: scanners type them rightly with every keyboard layout. */
const BADGE = /^\d{30}$/;

export const isPin = (text: string): boolean => PIN.test(text);
/** Whether what was scanned or typed is the number of a badge. */
export const isBadge = (text: string): boolean => BADGE.test(text);

/** Whether a PIN is one of those that are tried first: one digit only, or digits in a row up or down. */
export function isSimplePin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return [0, 1, -1].some((step) => steps.every((each) => each === step));
}

/** What a terminal allows besides the pages of the portal. */
export type TerminalRights = { allowsStudy: boolean; allowsExams: boolean };

/** Addresses without language and query, with `METHOD ` before those of operations. */
const OPEN = [
  /^GET \/(theme|logo|media|share|_astro|healthz|readyz)\b/,
  /^GET \/(manifest|robots|sitemap|opensearch|favicon)/,
  // Pages of the frame.
  /^GET \/(|home|home\/rank|info(\/.+)?|agreement|search|terminal|403|404|tpl)$/,
  /^\w+ \/gateway\/system\/(api|auth)\/(website|sys|enum|pc|banner|search)\//,
  /^GET \/gateway\/user\/auth\/enterprise\/user\/info\/current\/view$/,
  /^PUT \/gateway\/user\/auth\/user\/info\/logout$/,
  /^\w+ \/gateway\/user\/(api|auth)\/terminal\//,
  /^\w+ \/gateway\/user\/(api|auth)\/announcement\/(user\/record\/|page$|view$)/,
  /^\w+ \/gateway\/user\/auth\/notice\/(page|read)$/,
  /^\w+ \/gateway\/user\/auth\/enterprise\/user\/account\//,
  /^\w+ \/gateway\/data\/auth\/(user\/(home|class|sign|contribution)|course\/hour|user\/credit|credit)\//,
];
const STUDY = [
  /^GET \/(knowledge|watch|lecturer|live)(\/.*)?$/,
  /^GET \/account\/(task|course)(\/.*)?$/,
  /^GET \/account\/(requirements|why)$/,
  /^\w+ \/gateway\/course\/api\//,
  /^\w+ \/gateway\/course\/auth\/(course|resource|reaction|project|study|training|evaluation|questionnaire|live|requirement)\//,
  /^\w+ \/gateway\/data\/auth\/course\/user\/progress\//,
  /^\w+ \/gateway\/user\/(api|auth)\/lecturer\//,
];
const EXAMS = [
  /^GET \/(account\/exam|account\/question|test)(\/.*)?$/,
  /^\w+ \/gateway\/exam\/auth\/user\//,
  /^\w+ \/gateway\/exam\/api\//,
];
/** Whatever the lists above say: nothing is taken away from a terminal, and nobody manages anything there. */
const NEVER = [
  /\/export$/,
  /^GET \/test\/(pack|control|marking|analysis)\b/,
  /^\w+ \/gateway\/(course|exam)\/auth\/.*\/(bulk|results|host|waiting)\//,
];

/**
 * Whether a session at a terminal may ask for an address.
 * @param path as it was sent, in either language
 */
export function isAllowedAtTerminal(method: string, path: string, rights: TerminalRights): boolean {
  const asked = askedAddress(method, path);
  if (asked === null) return false;
  const has = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(asked));
  if (has(NEVER)) return false;
  return has(OPEN) || (rights.allowsStudy && has(STUDY)) || (rights.allowsExams && has(EXAMS));
}
