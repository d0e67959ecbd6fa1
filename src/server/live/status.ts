import type { LiveSession } from './tables.ts';

/** How long before the planned start the waiting room opens. */
export const WAITING_MS = 30 * 60_000;
/** How long before the planned start the encoder may send, for a test. */
const TEST_MS = 60 * 60_000;
/** How long after the planned end a class may still begin or go on; then it is closed. */
export const OVERRUN_MS = 4 * 3600_000;
/** Segments on their way when the class ended. */
const GRACE_MS = 60_000;
/** Without a segment for so long, viewers are told that nothing is received. */
const SILENCE_MS = 30_000;

type Times = Pick<LiveSession, 'status' | 'startAt' | 'endAt' | 'endedAt'>;

/** The status that viewers see: a planned class is `waiting` when its waiting room is open. */
export function statusOf({ status, startAt }: Times, now: Date) {
  return status === 'planned' && now.getTime() >= startAt.getTime() - WAITING_MS ? ('waiting' as const) : status;
}

/** Whether the encoder may send now: from an hour before the planned start until the end. */
export function takesSegments({ status, startAt, endAt, endedAt }: Times, now: Date): boolean {
  const at = now.getTime();
  if (status === 'live') return true;
  if (status === 'ended') return endedAt !== null && at <= endedAt.getTime() + GRACE_MS;
  return status === 'planned' && at >= startAt.getTime() - TEST_MS && at <= endAt.getTime() + OVERRUN_MS;
}

/** Whether its cancellation can be taken back. */
export const isReopenable = ({ status, startAt }: Pick<Times, 'status' | 'startAt'>, now: Date) =>
  status === 'cancelled' && startAt > now;

/** Whether segments arrive. */
export const isReceiving = ({ lastSegmentAt }: Pick<LiveSession, 'lastSegmentAt'>, now: Date) =>
  lastSegmentAt !== null && now.getTime() - lastSegmentAt.getTime() < SILENCE_MS;

/** Second of the class; negative before its start. */
export const secondOf = ({ openedAt, startAt }: Pick<LiveSession, 'openedAt' | 'startAt'>, now: Date) =>
  Math.floor((now.getTime() - (openedAt ?? startAt).getTime()) / 1000);

/**
 * Minutes that have to be attended: the required share of the actual duration; while the class is running, of the planned
 * one if that is longer.
 */
export function requiredMinutes(
  session: Pick<LiveSession, 'startAt' | 'endAt' | 'openedAt' | 'endedAt' | 'requiredPercent'>,
  now: Date,
): number {
  const { startAt, endAt, openedAt, endedAt, requiredPercent } = session;
  const planned = endAt.getTime() - startAt.getTime();
  const elapsed = openedAt ? (endedAt ?? now).getTime() - openedAt.getTime() : 0;
  const minutes = Math.floor((endedAt && openedAt ? elapsed : Math.max(planned, elapsed)) / 60_000);
  return Math.max(1, Math.ceil((minutes * requiredPercent) / 100));
}
