/*
 * Limits of what one attempt may store and one response may contain. They are far above what a candidate can reach, and
 * low enough that a client that floods the server affects neither the database nor readers of the attempt.
 */

/** Maximum number of late and superseded answers stored per question of an attempt. */
export const MAX_LATE_ROWS = 20;
/** Maximum bytes of late and superseded answers stored per question of an attempt, as JSON text. */
export const MAX_LATE_BYTES = 200_000;

/**
 * Maximum number of requests that save answers, also with a switch, a break or after the end, per attempt: `SAVES_BASE +
 * SAVES_PER_SECOND × seconds from start to deadline`. The exam screen sends one request at a time, and text at most every 1.5 s.
 */
export const SAVES_BASE = 1_000;
export const SAVES_PER_SECOND = 5;
/** Share of them that strike-outs and notes may use up; the others are for answers only. */
export const CHOICE_SHARE = 0.5;

/**
 * How long the time of an attempt waits at most for its paper to be received, seconds. A client that never confirms it
 * gains nothing; one that confirms late gains this at most.
 */
export const RECEIVE_SECONDS = 60;

/**
 * Maximum number of times that windows become the writer of an attempt within `seconds`: each adds up to three rows to its
 * journal, which is kept. Refused ones do not count, so another device waits no longer than that.
 */
export const TAKEOVERS = { limit: 20, seconds: 60 };

/** Maximum number of screen switches stored per attempt. */
export const MAX_SWITCH_ROWS = 500;

/** Maximum number of rows about rejected answers shown to the marker. */
export const MAX_SHOWN_REJECTIONS = 100;
/** Maximum number of the viewer's attempts that the view of an exam lists, newest first. */
export const MAX_SHOWN_ATTEMPTS = 50;

/**
 * Size of the journal of an attempt from which on it keeps only digests of answers, bytes. A 2,000-character answer that is
 * saved 500 times is 3 MB.
 */
export const MAX_JOURNAL_BYTES = 64 * 1024 * 1024;
/** Minimum time between two recorded beats of an attempt, seconds: the exam screen sends one every 15 s. */
export const MIN_BEAT_SECONDS = 5;

/** Dispute files that one person receives within `seconds`. A journal at its limit makes a file of up to about 150 MB. */
export const DISPUTE_FILES = { limit: 12, seconds: 600 };
