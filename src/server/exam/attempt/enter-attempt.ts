import { and, eq } from 'drizzle-orm';
import { exam } from '../tables/exam.ts';
import { examAttempt } from '../tables/attempt.ts';
import { examJournalHead } from '../tables/journal.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import {
  addAbsence,
  closeAt,
  isOverLimit,
  openAbsences,
  switchEvent,
  updateAbsence,
  countSwitches,
} from '../absences.ts';
import { closeAttempt } from './close-attempt.ts';
import { switchRules } from '../frozen-accommodation.ts';
import { hallView, type HallRules, savedAnswers } from '../hall-view.ts';
import { appendJournal, lockHeads, type Head, type JournalEvent } from '../journal.ts';
import type { Attempt } from './lock-attempt.ts';
import { BEAT_SECONDS, countedFrom, isExpired, LEAVE_GRACE_SECONDS } from '../times.ts';
import { breaksLeft } from './save-break.ts';
import { savedChoices } from '../save-choices.ts';
import type pg from 'pg';
import { tooManyTries } from '#src/server/core/rate-limit.ts';
import { TAKEOVERS } from '../limits.ts';

/** Rows of the journal that are looked at: more than a minute of saves and beats has. */
const NEWEST_ROWS = 500;

/** $1 enterprise, $2 attempt, $3 last row that is not looked at, $4 now, $5 window in seconds, $6 takeovers less one. */
const OLDEST = `
select at from exam_journal
where enterprise_id = $1 and attempt_id = $2 and seq > $3 and kind = 'takeover' and at <= $4
  and at > $4::timestamptz - make_interval(secs => $5)
order by seq desc offset $6 limit 1`;

/**
 * Bounds how often windows become the writer of an attempt. The caller has locked the head of its journal.
 * @throws AppError 429 with the seconds after which the next takeover is accepted
 */
async function limitTakeovers(
  client: pg.PoolClient,
  { enterpriseId, attemptId }: { enterpriseId: string; attemptId: string },
  { seq }: Head,
  now: Date,
): Promise<void> {
  const { limit, seconds } = TAKEOVERS;
  if (seq < limit) return;
  const { rows } = await client.query<{ at: Date }>({
    name: 'oldest-takeover',
    text: OLDEST,
    values: [enterpriseId, attemptId, seq - NEWEST_ROWS, now.toISOString(), seconds, limit - 1],
  });
  const [oldest] = rows;
  if (oldest) throw tooManyTries(Math.max(1, Math.ceil((oldest.at.getTime() - now.getTime()) / 1000 + seconds)));
}

/** The session of a writer, and the key that its browser keeps. */
export type Writer = { session: string; device: string | null };
type Which = { enterpriseId: string; attemptId: string; userId: string };

/**
 * Makes a device the writer of an attempt and returns its paper. Saves in progress are completed first; later saves of the
 * previous writer get the state `superseded`. Ends the absence of a page that was left, and records that another device or a
 * page after a crash goes on (decision 056); the attempt may be closed for that.
 * @throws AppError 404 when it is not an attempt of the user; 429 after too many takeovers (limits.ts)
 */
export async function enterAttempt(
  db: TenantDb,
  { enterpriseId, attemptId, userId }: Which,
  writer: Writer,
  now: () => Date,
) {
  const at = now();
  const { rules, ...found } = await lock(db, { enterpriseId, attemptId, userId });
  let { attempt } = found;
  if (attempt.status === 'open' && isExpired(attempt.deadlineAt, at))
    attempt = await closeAttempt(db, attempt, 'timer', at);
  let newlyCounted = false;
  let switchCount: number;
  if (attempt.status === 'open') {
    attempt = { ...attempt, writerEpoch: attempt.writerEpoch + 1 };
    await db
      .update(examAttempt)
      .set({ writerEpoch: attempt.writerEpoch })
      .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)));
    newlyCounted = await record(db, attempt, { rules, writer, at });
    switchCount = await countSwitches(db, enterpriseId, attemptId);
    if (isOverLimit(leavingRules(rules, attempt), switchCount)) attempt = await closeAttempt(db, attempt, 'switch', at);
  } else switchCount = await countSwitches(db, enterpriseId, attemptId);
  const answers = attempt.status === 'open' ? await savedAnswers(db, enterpriseId, attemptId) : [];
  const left = await breaksLeft(db, attempt);
  return {
    ...hallView({ attempt, rules, switchCount, answers, breaksLeft: left }, now()),
    // The first writer has stored none.
    choices:
      attempt.status === 'open' && attempt.writerEpoch > 1 ? await savedChoices(db, enterpriseId, attemptId) : null,
    closedBy: attempt.closedBy,
    newlyCounted,
  };
}

async function lock(db: TenantDb, { enterpriseId, attemptId, userId }: Which) {
  const { title, passScore, switchPolicy, switchLimit, switchDwellSeconds } = exam;
  const [found] = await db
    .select({ attempt: examAttempt, rules: { title, passScore, switchPolicy, switchLimit, switchDwellSeconds } })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)))
    .for('update', { of: examAttempt });
  if (!found || found.attempt.userId !== userId) throw notFound();
  return found;
}

const leavingRules = (stored: HallRules, attempt: Attempt) => {
  const { switchPolicy: policy, switchLimit: limit, switchDwellSeconds: dwellSeconds } = switchRules(stored, attempt);
  return { policy, limit, dwellSeconds };
};

/** Writes the takeover to the journal. @returns whether an absence has just been counted */
async function record(
  db: TenantDb,
  attempt: Attempt,
  { rules, writer, at }: { rules: HallRules; writer: Writer; at: Date },
): Promise<boolean> {
  const { enterpriseId, id: attemptId, writerEpoch: epoch } = attempt;
  const client = pgClientOf(db);
  const heads = await lockHeads(client, enterpriseId, [attemptId]);
  const head = heads.get(attemptId)!;
  await limitTakeovers(client, { enterpriseId, attemptId }, head, at);
  const device = deviceOf(head, writer);
  const events: JournalEvent[] = [{ attemptId, kind: 'takeover', at, data: { epoch, device } }];
  const left = await openAbsences(db, attempt);
  let newlyCounted = false;
  if (head.closesAt) await closeAt(db, attempt, null);
  for (const absence of left) {
    const changed = await updateAbsence(db, absence, { rules: leavingRules(rules, attempt), now: at, isOver: true });
    events.push(...changed);
    newlyCounted ||= !absence.counted && changed.some(({ data }) => data['counted'] === true);
  }
  const silent = (at.getTime() - countedFrom(head.seenAt, at).getTime()) / 1000 - BEAT_SECONDS;
  let row = null;
  if (device === 'other') {
    row = await addAbsence(db, attempt, { kind: 'device', leftAt: at, dwellSeconds: 0, counted: !attempt.pausedAt });
  } else if (device === 'same' && left.length === 0 && silent > 0 && !attempt.pausedAt) {
    // The page is gone without having said so: a crash, or a report that was lost.
    const dwellSeconds = Math.round(silent);
    const counted = silent > LEAVE_GRACE_SECONDS;
    row = await addAbsence(db, attempt, { kind: 'gap', leftAt: head.seenAt, dwellSeconds, counted });
  }
  if (row) {
    events.push(switchEvent(row, at));
    newlyCounted ||= row.counted;
  }
  head.seenAt = seenAfter(attempt, head, at);
  await appendJournal(client, enterpriseId, events, heads);
  if (head.writerSession !== writer.session || head.writerDevice !== writer.device)
    await db
      .update(examJournalHead)
      .set({ writerSession: writer.session, writerDevice: writer.device })
      .where(and(eq(examJournalHead.enterpriseId, enterpriseId), eq(examJournalHead.attemptId, attemptId)));
  return newlyCounted;
}

/** A break goes on when the page is loaded again in it; and nothing has to be heard before the paper is received. */
function seenAfter({ breakUntil, waitsUntil }: Attempt, { seenAt }: Head, at: Date): Date {
  if (breakUntil && breakUntil > at) return breakUntil;
  return waitsUntil && seenAt > at ? seenAt : at;
}

/** The same browser is recognised by its session or, after a new login, by the key that it keeps. */
function deviceOf({ writerSession, writerDevice }: Head, { session, device }: Writer): 'first' | 'same' | 'other' {
  if (writerSession === null) return 'first';
  return writerSession === session || (device !== null && device === writerDevice) ? 'same' : 'other';
}
