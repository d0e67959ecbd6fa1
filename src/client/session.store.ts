import { atom, computed } from 'nanostores';
import type { Data } from '#src/contract/calls.ts';

/*
 * State that all islands of a page share (docs/architecture.md, section "Islands"). Stores start in the browser from
 * the JSON that the layout inlined as `#session`; the server never writes one. Islands read
 * them with `useStore($store, { ssr: () => given })`, which renders what the server read for this page until the island is
 * hydrated. session-state.ts changes them in all tabs.
 */

/** The current user, as inlined in every page. */
export type SessionViewer = Pick<
  Data<'GET /user/auth/enterprise/user/info/current/view'>,
  | 'id'
  | 'userName'
  | 'headPortrait'
  | 'sex'
  | 'userType'
  | 'isAdmin'
  | 'manages'
  | 'department'
  | 'post'
  | 'enterpriseName'
  | 'certificateCount'
> & {
  /** Class hours of all years. */
  totalHours: number;
  /** IANA name of the zone in which this page shows times: that of the enterprise, or the one that the user has chosen. */
  timeZone: string;
  /** The zone of the enterprise, if it is another one: windows of exams say so, and days of the enterprise stay in it. */
  enterpriseZone?: string;
};
/** Data that the layout inlines for a logged-in user. */
export type Session = {
  viewer: SessionViewer;
  unread: number;
  notices: number;
  cart: number;
  /** The page shows no counts, so they were not read: it neither sends them to other tabs nor polls them. */
  isBare?: boolean;
  /** The session is at a shared terminal. */
  isAtTerminal?: boolean;
};

export type ExportRecord = Data<'POST /data/auth/export/record/page'>['list'][number];
export type Downloads = {
  /** Ids of exports in progress. */
  waiting: string[];
  /** Number of exports that finished since the download centre was last opened. */
  finished: number;
  /** The newest page of exports, as last fetched in this tab. */
  latest: ExportRecord[];
};

/** Where a message leads, or what undoes that of which it tells: shown until it is used, or for ten seconds. */
export type ToastAction = { label: string } & ({ href: string; undo?: never } | { undo: () => unknown; href?: never });
export type Toast = { id: number; kind: 'error' | 'success'; text: string; action?: ToastAction };

/** A call needs the user to prove again who they are: the layout asks them, and then calls `settle`. */
export type ProofAsked = { settle: (isProven: boolean) => void };

const given = inlined();
/** The user for whom the page was rendered, also after their session ended; null for visitors. */
export const PAGE_VIEWER = given?.viewer ?? null;
/** Their id; empty for visitors. */
export const PAGE_OWNER = PAGE_VIEWER?.id ?? '';
/** Whether the page was given no counts (`Session`). */
export const IS_BARE = given?.isBare ?? false;

/** Whether pages of this session leave nothing behind: docs/specification.md, section "Shared terminals". */
export const IS_AT_TERMINAL = given?.isAtTerminal ?? false;

/**
 * Null for visitors, for users without an enterprise, and after the session ended in another tab or somebody else has
 * logged in there. The same user's next login sets it again.
 */
export const $viewer = atom<SessionViewer | null>(PAGE_VIEWER);
export const $isSignedIn = computed($viewer, (viewer) => viewer !== null);
/** Whether `$viewer` is null because somebody else has logged in in this browser. */
export const $replaced = atom(false);
/** Number of unread announcements. */
export const $unread = atom(given?.unread ?? 0);
/** Number of unread notices to this user. */
export const $notices = atom(given?.notices ?? 0);
/** Courses in the cart; 0 for users who cannot order. */
export const $cart = atom(given?.cart ?? 0);
export const $downloads = atom<Downloads>({ waiting: [], finished: 0, latest: [] });
/** Whether the browser believes it is online. */
export const $online = atom(true);
/** Messages on the screen, newest last. An empty text stands for "failed to load data, please try again later". */
export const $toasts = atom<Toast[]>([]);
export const $proofAsked = atom<ProofAsked | null>(null);

function inlined(): Session | null {
  if (typeof document === 'undefined') return null;
  const json = document.getElementById('session')?.textContent;
  return json ? (JSON.parse(json) as Session) : null;
}
