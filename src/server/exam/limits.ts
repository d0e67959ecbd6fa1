/*
 * Bounds on what one attempt may store and on what one reply carries. They are far above what a person can reach at an
 * exam, and small enough that neither the database nor a reader of the attempt suffers from a client that floods it.
 */

/** Late and superseded answers that are kept per question of an attempt. */
export const LATE_ROWS = 20;
/** Bytes of late and superseded answers that are kept per question of an attempt, as JSON text. */
export const LATE_BYTES = 200_000;

/**
 * Requests that save answers, per attempt: `SAVES_BASE + SAVES_PER_SECOND × seconds from start to deadline`. The exam
 * hall sends one request at a time, and text every 1.5 s at most.
 */
export const SAVES_BASE = 1_000;
export const SAVES_PER_SECOND = 5;

/** Screen switches that are logged per attempt. */
export const SWITCH_ROWS = 500;

/** Lines about rejected answers that a marker sees. */
export const SHOWN_REJECTIONS = 100;
/** Attempts of one person that the view of an exam lists, newest first. */
export const SHOWN_ATTEMPTS = 50;
