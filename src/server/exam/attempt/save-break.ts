import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { examAttempt } from '../tables/attempt.ts';
import { examBreak } from '../tables/rules.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { shapeOf } from '../attempt-shapes.ts';
import { checkEntries } from '../check-entries.ts';
import { closeExpired } from './close-expired.ts';
import { appendJournal, lockHeads } from '../journal.ts';
import { type Attempt, lockAttempt } from './lock-attempt.ts';
import { saveHere } from '../save-batch.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/break/save'>;

/**
 * Begins or ends a break. It is added to the deadline in full when it begins and ends by itself, so that a candidate whose
 * connection fails loses nothing; on return the unused rest is taken back. Answers that arrive during a break are late.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 when the attempt has ended, another tab or device has
 * taken over, no break is left, one is in progress, or an invigilator has paused the attempt
 */
export async function saveBreak({ db, tenant, viewer, now }: Context, input: Input) {
  const { attemptId, epoch, kind } = input;
  const enterpriseId = tenant.id;
  const at = now();
  await closeExpired(db, { enterpriseId, attemptId, userId: viewer.userId, now: at, closedBy: 'timer' });
  const attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  if (attempt.pausedAt) throw new AppError(409, 'examPaused');
  if (attempt.status !== 'open' || at > attempt.deadlineAt) throw new AppError(409, 'examTimeEnded');
  if (attempt.writerEpoch !== epoch) throw new AppError(409, 'attemptTakenOver');
  const checked = checkEntries(shapeOf(attempt), epoch, input.answers);
  const acknowledged = await saveHere(db, enterpriseId, { attemptId, checked, now: at }, { isLimited: true });
  const taken = await breaksOf(db, attempt);
  const times = kind === 'start' ? await begin(db, attempt, { at, taken }) : await end(db, attempt, { at, taken });
  // A repeated end changes nothing and is not recorded.
  const isChange = kind === 'start' || times.deadlineAt.getTime() !== attempt.deadlineAt.getTime();
  if (isChange) await record(db, attempt, { at, times, kind });
  const used = taken.length + (kind === 'start' ? 1 : 0);
  return {
    ...acknowledged,
    ...times,
    serverTime: at,
    breaksLeft: Math.max(0, (attempt.accommodation?.breaks ?? 0) - used),
  };
}

type Break = typeof examBreak.$inferSelect;
type Times = { deadlineAt: Date; breakUntil: Date | null };
type When = { at: Date; taken: Break[] };

/** Writes the break to the journal. Until it ends nothing has to be heard of the candidate: silence in it is no gap. */
async function record(
  db: TenantDb,
  { enterpriseId, id: attemptId }: Attempt,
  { at, times, kind }: { at: Date; times: Times; kind: Input['kind'] },
): Promise<void> {
  const client = pgClientOf(db);
  const heads = await lockHeads(client, enterpriseId, [attemptId]);
  heads.get(attemptId)!.seenAt = times.breakUntil ?? at;
  const data = { pause: kind, deadlineAt: times.deadlineAt.toISOString() };
  await appendJournal(client, enterpriseId, [{ attemptId, kind: 'pause', at, data }], heads);
}

async function begin(db: TenantDb, attempt: Attempt, { at, taken }: When): Promise<Times> {
  const { breaks = 0, breakSeconds = 0 } = attempt.accommodation ?? {};
  if (attempt.breakUntil && at < attempt.breakUntil) throw new AppError(409, 'breakInProgress');
  if (taken.length >= breaks) throw new AppError(409, 'noBreakLeft');
  const { enterpriseId, id: attemptId } = attempt;
  const row = { enterpriseId, attemptId, number: taken.length + 1, startedAt: at, maxSeconds: breakSeconds };
  await db.insert(examBreak).values(row);
  return shift(db, attempt, { ms: breakSeconds * 1000, since: at, breakUntil: later(at, breakSeconds * 1000) });
}

async function end(db: TenantDb, attempt: Attempt, { at, taken }: When): Promise<Times> {
  const { deadlineAt, breakUntil, enterpriseId, id } = attempt;
  const current = taken.at(-1);
  // It has ended by itself, or a repetition of this request has ended it.
  if (!current || current.endedAt || !breakUntil || at >= breakUntil) return { deadlineAt, breakUntil: null };
  await db
    .update(examBreak)
    .set({ endedAt: at })
    .where(
      and(eq(examBreak.enterpriseId, enterpriseId), eq(examBreak.attemptId, id), eq(examBreak.number, current.number)),
    );
  const since = later(current.startedAt, current.maxSeconds * 1000);
  const moved = await shift(db, attempt, { ms: at.getTime() - breakUntil.getTime(), since, breakUntil: at });
  return { ...moved, breakUntil: null };
}

/** Moves the deadline and those ends of sections that are after `since`. */
async function shift(
  db: TenantDb,
  { enterpriseId, id, deadlineAt, sectionEnds }: Attempt,
  { ms, since, breakUntil }: { ms: number; since: Date; breakUntil: Date },
): Promise<Times> {
  const moved = later(deadlineAt, ms);
  const isLater = (end: string | null): end is string => end !== null && new Date(end) > since;
  await db
    .update(examAttempt)
    .set({
      deadlineAt: moved,
      breakUntil,
      sectionEnds: sectionEnds?.map((end) => (isLater(end) ? later(new Date(end), ms).toISOString() : end)) ?? null,
    })
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, id)));
  return { deadlineAt: moved, breakUntil };
}

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

function breaksOf(db: TenantDb, { enterpriseId, id }: Attempt): Promise<Break[]> {
  return db
    .select()
    .from(examBreak)
    .where(and(eq(examBreak.enterpriseId, enterpriseId), eq(examBreak.attemptId, id)))
    .orderBy(asc(examBreak.number));
}

/** Whether a moment lies in a break of an attempt: leaving the exam screen is allowed then. */
export async function isInBreak(
  db: TenantDb,
  { enterpriseId, id, accommodation, breakUntil }: Attempt,
  moment: Date,
): Promise<boolean> {
  if (!accommodation?.breaks) return false;
  const found = await db
    .select()
    .from(examBreak)
    .where(
      and(
        eq(examBreak.enterpriseId, enterpriseId),
        eq(examBreak.attemptId, id),
        lte(examBreak.startedAt, moment),
        or(isNull(examBreak.endedAt), gt(examBreak.endedAt, moment)),
      ),
    );
  // A pause in a break moves its end.
  return found.some(
    ({ startedAt, maxSeconds, endedAt }) =>
      moment < later(startedAt, maxSeconds * 1000) || (!endedAt && breakUntil !== null && moment < breakUntil),
  );
}

/** Returns the number of breaks that the candidate can still take. */
export async function breaksLeft(db: TenantDb, attempt: Attempt): Promise<number> {
  if (!attempt.accommodation?.breaks) return 0;
  return Math.max(0, attempt.accommodation.breaks - (await breaksOf(db, attempt)).length);
}
