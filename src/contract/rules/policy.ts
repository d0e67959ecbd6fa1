import { NOTICE_CHOICES, type NoticeChoice } from './notice.ts';

/** When a seat can be taken back from a member: not at all, until they begin the course, or until they complete it. */
export const TAKE_BACK = ['never', 'beforeStart', 'beforeCompletion'] as const;
export type TakeBack = (typeof TAKE_BACK)[number];

/** Rules of points, rankings, orders and notices of an enterprise that has not changed them (docs/specification.md, section "Rules of points, rankings and orders"). */
export const POLICY_DEFAULTS = {
  points: {
    /** Whether anything earns points. What was earned before stays. */
    enabled: true,
    /** Whether members can check in. */
    checkIn: true,
    checkInPoints: 1,
    /** Extra points on each nth consecutive day. */
    bonusEvery: 7,
    bonusPoints: 5,
  },
  rankings: {
    points: true,
    credits: true,
    hours: true,
    /** Whether totals of all years together are ranked. */
    allYears: true,
    /** The first year that is shown; 0: all. */
    fromYear: 0,
    /** Whether members may appear without their name, or not at all. */
    ownChoice: false,
  },
  orders: {
    /** Whether seats can be ordered. */
    ordering: true,
    /** Whether members can ask for a seat. */
    requests: true,
    /** Orders up to this total need no approval; 0: all need it. */
    approvedUpTo: 0,
    /** Months for which a seat is valid; 0: without end. */
    seatMonths: 0,
    takeBack: 'beforeStart' as TakeBack,
  },
  /** What everybody gets on which channel, by `NOTICE_CHOICES`, and when no message is sent that makes a sound. */
  notices: {
    quietFrom: 21,
    quietUntil: 8,
    ...(Object.fromEntries(NOTICE_CHOICES.map((name) => [name, false])) as Record<NoticeChoice, boolean>),
  },
};
export type Policies = typeof POLICY_DEFAULTS;
export type PolicyKind = keyof Policies;
export const POLICY_KINDS = ['points', 'rankings', 'orders', 'notices'] as const satisfies readonly PolicyKind[];

/** How a member appears in rankings. */
export const RANKING_NAMES = ['name', 'department', 'hidden'] as const;

/** The rankings that an enterprise shows, in the order of the screens. */
export const RANKING_KINDS = ['points', 'credits', 'hours'] as const;
export const shownRankings = (rules: Policies['rankings']) => RANKING_KINDS.filter((kind) => rules[kind]);
