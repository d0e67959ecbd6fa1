import { href, type Locale } from '#src/i18n/locale.ts';
import { FLOW_TYPES } from '#src/contract/rules/flow.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { isCentrePart, readCentre } from './centre/centre-view.ts';

/*
 * URLs of `/account?change=` (docs/specification.md, section "Account page"): 1 my tasks, 2 training records (with
 * `kind`: `project` for learning projects, `classes` for those with a date, `notes`), 3 my records (with `recordType`:
 * 1 hours, 2 certificates, 3 credits and points, 4 exams), 4 personal settings (with `settingType`: 1 profile, 2
 * password and phone, 3 sessions, 4 login methods, 5 notifications, 6 preferences, 7 my data), 5 notices (with `of=me` those to the user, else announcements), 6
 * approvals (with `flow` and, of one request, `id`), 7 organisation centre (of one order, `order`; of one person,
 * `person`; `part`: its other lists, centre/centre-view.ts), 8 teaching. Parsed
 * and built here for the page and the island.
 */

export const TASK_STATES = ['learning', 'notStarted', 'overdue', 'completed'] as const;
export const COURSE_STATES = ['learning', 'completed'] as const;
/** `expiring`: valid, but not for longer than 90 days. */
export const CERTIFICATE_STATES = ['held', 'expiring', 'expired', 'revoked'] as const;
export const LEDGER_KINDS = ['credits', 'points'] as const;
export const EXAM_STATES = ['waiting', 'pass', 'awaitingMarking', 'resit', 'fail', 'absent'] as const;
export const READ_STATES = ['unread', 'read'] as const;
export const FLOWS = ['todo', 'done', 'mine'] as const;
export const SECURITY_EDITS = ['password', 'phone', 'email', 'passkeys', 'factor'] as const;
export const ORDER_STATES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;

/** Data of the tabs besides the URL. */
export type Reader = {
  /** The user has access to the organisation centre. */
  organisation: boolean;
  /** The user decides requests: the to-do list is the default list. */
  decides: boolean;
  /** Something can wait for the user as lecturer, mentor or superior. */
  teaches?: boolean;
};

const MAX_PAGE = 100_000;
const MAX_KEYWORD = 100;

const pageOf = (query: URLSearchParams) => wholeNumber(query.get('page'), 1, MAX_PAGE) ?? 1;
const uuidOf = (text: string | null) => (text && isUuid(text) ? text : undefined);
const yearOf = (query: URLSearchParams) => wholeNumber(query.get('year'), 2000, 2200);
const keywordOf = (query: URLSearchParams) => query.get('keyword')?.trim().slice(0, MAX_KEYWORD) || undefined;
const flowOf = (query: URLSearchParams, { decides }: Reader) =>
  oneOf(query.get('flow'), FLOWS) ?? (decides ? 'todo' : 'mine');

/** Query parameters of each panel. */
const READ = {
  tasks: (query: URLSearchParams) => ({ status: oneOf(query.get('status'), TASK_STATES), page: pageOf(query) }),
  courses: (query: URLSearchParams) => ({ status: oneOf(query.get('status'), COURSE_STATES), page: pageOf(query) }),
  projects: (query: URLSearchParams) => ({ status: oneOf(query.get('status'), COURSE_STATES), page: pageOf(query) }),
  classes: (query: URLSearchParams) => ({ page: pageOf(query) }),
  notes: (query: URLSearchParams) => ({ courseId: uuidOf(query.get('courseId')), keyword: keywordOf(query) }),
  hours: (query: URLSearchParams) => ({ year: yearOf(query), page: pageOf(query) }),
  certificates: (query: URLSearchParams) => ({
    status: oneOf(query.get('status'), CERTIFICATE_STATES),
    page: pageOf(query),
  }),
  credits: (query: URLSearchParams) => ({
    kind: oneOf(query.get('kind'), LEDGER_KINDS),
    year: yearOf(query),
    page: pageOf(query),
  }),
  exams: (query: URLSearchParams) => ({ examState: oneOf(query.get('examState'), EXAM_STATES), page: pageOf(query) }),
  profile: () => ({}),
  security: (query: URLSearchParams) => ({ edit: oneOf(query.get('edit'), SECURITY_EDITS) ?? null }),
  sessions: () => ({}),
  identities: () => ({}),
  notifications: () => ({}),
  preferences: () => ({}),
  ownData: () => ({}),
  notices: (query: URLSearchParams) => ({ read: oneOf(query.get('read'), READ_STATES), page: pageOf(query) }),
  ownNotices: (query: URLSearchParams) => ({ read: oneOf(query.get('read'), READ_STATES), page: pageOf(query) }),
  approvals: (query: URLSearchParams, reader: Reader) => ({
    flow: flowOf(query, reader),
    flowType: oneOf(query.get('flowType'), FLOW_TYPES),
    keyword: keywordOf(query),
    page: pageOf(query),
  }),
  request: (query: URLSearchParams, reader: Reader) => ({ flow: flowOf(query, reader), id: query.get('id')! }),
  orders: (query: URLSearchParams) => ({
    state: oneOf(query.get('state'), ORDER_STATES),
    keyword: keywordOf(query),
    page: pageOf(query),
  }),
  order: (query: URLSearchParams) => ({ order: query.get('order')! }),
  centre: (query: URLSearchParams) => ({ ...readCentre(query), keyword: keywordOf(query), page: pageOf(query) }),
  teaching: () => ({}),
};

export type PanelName = keyof typeof READ;
export type ViewOf<P extends PanelName> = { [N in P]: { panel: N } & ReturnType<(typeof READ)[N]> }[P];
/** The view of a URL of `/account`. */
export type AccountView = ViewOf<PanelName>;

/** The panels of the settings, by `settingType`. */
export const SETTINGS = [
  'profile',
  'security',
  'sessions',
  'identities',
  'notifications',
  'preferences',
  'ownData',
] as const;
export type SettingsPanelName = (typeof SETTINGS)[number];

type Section = {
  change: number;
  recordType?: number;
  settingType?: number;
  kind?: 'project' | 'classes' | 'notes';
  of?: 'me';
};
/** The tab that a panel belongs to. */
export const SECTIONS: Record<PanelName, Section> = {
  tasks: { change: 1 },
  courses: { change: 2 },
  projects: { change: 2, kind: 'project' },
  classes: { change: 2, kind: 'classes' },
  notes: { change: 2, kind: 'notes' },
  hours: { change: 3, recordType: 1 },
  certificates: { change: 3, recordType: 2 },
  credits: { change: 3, recordType: 3 },
  exams: { change: 3, recordType: 4 },
  profile: { change: 4, settingType: 1 },
  security: { change: 4, settingType: 2 },
  sessions: { change: 4, settingType: 3 },
  identities: { change: 4, settingType: 4 },
  notifications: { change: 4, settingType: 5 },
  preferences: { change: 4, settingType: 6 },
  ownData: { change: 4, settingType: 7 },
  notices: { change: 5 },
  ownNotices: { change: 5, of: 'me' },
  approvals: { change: 6 },
  request: { change: 6 },
  orders: { change: 7 },
  order: { change: 7 },
  centre: { change: 7 },
  teaching: { change: 8 },
};

/** @param search the query string; invalid values are ignored */
export function readView(search: string, reader: Reader): AccountView {
  const query = new URLSearchParams(search);
  const panel = panelOf(query, reader);
  return { panel, ...READ[panel](query, reader) } as AccountView;
}

function panelOf(query: URLSearchParams, { organisation, teaches }: Reader): PanelName {
  const asked = wholeNumber(query.get('change'), 1, 8) ?? 1;
  const change = (asked === 7 && !organisation) || (asked === 8 && !teaches) ? 1 : asked;
  if (change === 2 && query.get('kind') === 'notes') return 'notes';
  if (change === 2 && query.get('kind') === 'classes') return 'classes';
  if (change === 5) return query.get('of') === 'me' ? 'ownNotices' : 'notices';
  if (change === 2) return query.get('kind') === 'project' ? 'projects' : 'courses';
  if (change === 4) return SETTINGS[(wholeNumber(query.get('settingType'), 1, SETTINGS.length) ?? 1) - 1]!;
  if (change === 6) return query.get('id') ? 'request' : 'approvals';
  if (change === 7) return query.get('order') ? 'order' : isCentrePart(query) ? 'centre' : 'orders';
  const recordType = change === 3 ? (wholeNumber(query.get('recordType'), 1, 4) ?? 1) : undefined;
  return (Object.keys(SECTIONS) as PanelName[]).find(
    (name) => SECTIONS[name].change === change && SECTIONS[name].recordType === recordType,
  )!;
}

/** Whether a user has access to the organisation centre. */
export function hasOrganisationCentre({ isAdmin, userType }: { isAdmin: boolean; userType: number }): boolean {
  return isAdmin || userType === USER_TYPE.organisation;
}

/** Whether a user always has the Teaching tab; others have it while something waits for them. */
export function isTeacher({ isAdmin, userType }: { isAdmin: boolean; userType: number }): boolean {
  return isAdmin || userType === USER_TYPE.lecturer;
}

/** Translation key of a panel's title: its tab, or its kind of record. */
export function titleKey(panel: PanelName): string {
  const { change, recordType } = SECTIONS[panel];
  return recordType ? `record:account.record.${recordType}` : `record:account.tab.${change}`;
}

type Query = Record<string, string | number | undefined>;

/** Builds URLs of a panel's tab: the query of the tab and the given parameters. */
export function accountLink(locale: Locale, panel: PanelName): (query: Query) => string {
  return (query) => {
    const all = Object.entries({ ...SECTIONS[panel], ...query }).filter(([, value]) => value !== undefined);
    return href(locale, `/account?${new URLSearchParams(all.map(([key, value]) => [key, String(value)]))}`);
  };
}

/** Parses an integer from `min` to `max`. */
export function wholeNumber(text: string | null, min: number, max: number): number | undefined {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** Parses one of the given values. */
export function oneOf<const W extends string>(text: string | null, words: readonly W[]): W | undefined {
  return words.find((word) => word === text);
}
