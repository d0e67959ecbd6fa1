import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { examSwitch } from './tables/switch.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import {
  addAbsence,
  closeAt,
  countsAfter,
  judge,
  switchEvent,
  switchRulesOf,
  updateAbsence,
  type SwitchRow,
} from './absences.ts';
import { shapeOf } from './attempt-shapes.ts';
import { checkEntries } from './check-entries.ts';
import { closeAttempt } from './attempt/close-attempt.ts';
import { closeExpired } from './attempt/close-expired.ts';
import { appendJournal, lockHeads, type JournalEvent } from './journal.ts';
import { lockAttempt, type Attempt } from './attempt/lock-attempt.ts';
import { isInBreak } from './attempt/save-break.ts';
import { saveHere } from './save-batch.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/switch/save'>;

/**
 * Stores that the candidate left the exam screen, is still away, or has returned, and applies the policy of the exam
 * (decision 056). An absence counts from its dwell time on: then `at_once` closes the attempt, `limit` if there are more than
 * allowed. The request contains the unsaved answers, which are saved first.
 * @throws AppError 404 when it is not an attempt of the viewer
 */
export async function saveSwitch({ db, tenant, viewer, now }: Context, input: Input) {
  const { attemptId, epoch } = input;
  const enterpriseId = tenant.id;
  const at = now();
  await closeExpired(db, { enterpriseId, attemptId, userId: viewer.userId, now: at, closedBy: 'timer' });
  let attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  const checked = checkEntries(shapeOf(attempt), epoch, input.answers);
  const { acks, rejected } = await saveHere(
    db,
    enterpriseId,
    { attemptId: attempt.id, checked, now: at },
    { isLimited: true },
  );
  // Switches after the deadline, in a tab that was taken over, or while the clock stands still do not count.
  const isRunning = at <= attempt.deadlineAt && attempt.pausedAt === null;
  const wasOpen = attempt.status === 'open' && isRunning && attempt.writerEpoch === epoch;
  const counted = wasOpen && (await record(db, attempt, input, at));
  const { rules, switchCount, isOver } = await judge(db, attempt);
  if (wasOpen && isOver) attempt = await closeAttempt(db, attempt, 'switch', at);
  const closedByThis = rules.policy === 'at_once' ? ('notAllowed' as const) : ('exceeded' as const);
  const closed = attempt.closedBy === 'switch' ? closedByThis : ('closed' as const);
  const open = counted && rules.policy !== 'none' ? ('warned' as const) : ('recorded' as const);
  return {
    switchCount,
    switchLimit: rules.limit,
    outcome: attempt.status === 'open' ? open : closed,
    status: attempt.status,
    acks,
    rejected,
  };
}

/**
 * One row per absence, created by the first report of it; the one on return is sufficient. Its time is then what the device
 * says, at most the time since the start. @returns whether it counts
 */
async function record(
  db: TenantDb,
  attempt: Attempt,
  { clientKey, kind, dwellSeconds }: Input,
  now: Date,
): Promise<boolean> {
  const { enterpriseId, id } = attempt;
  const client = pgClientOf(db);
  const heads = await lockHeads(client, enterpriseId, [id]);
  const rules = await switchRulesOf(db, attempt);
  const events: JournalEvent[] = [];
  let row = await find(db, attempt, clientKey);
  if (!row) {
    const since = Math.max(attempt.startedAt.getTime(), now.getTime() - Math.round((dwellSeconds ?? 0) * 1000));
    const leftAt = new Date(since);
    if (attempt.resumedAt && leftAt < attempt.resumedAt) return false;
    if (await isInBreak(db, attempt, leftAt)) return false;
    row = await addAbsence(db, attempt, { clientKey, kind, leftAt });
    if (row && dwellSeconds === null) events.push(switchEvent(row, now));
  } else if (kind === 'leave' && row.dwellSeconds === null && !row.counted) {
    // Hidden first, then unloaded: a reload has more time.
    row = { ...row, kind };
    await db
      .update(examSwitch)
      .set({ kind })
      .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.id, row.id)));
  }
  if (!row) return false;
  const changed = await updateAbsence(db, row, { rules, now, isOver: dwellSeconds !== null });
  events.push(...changed);
  heads.get(id)!.seenAt = now;
  await appendJournal(client, enterpriseId, events, heads);
  const after = countsAfter(row.kind, rules);
  const isAway = dwellSeconds === null && row.dwellSeconds === null;
  const closes = isAway && rules.policy === 'at_once' && after !== null;
  await closeAt(db, attempt, closes ? new Date(row.leftAt.getTime() + after * 1000) : null);
  return changed.some((event) => event.data.counted);
}

async function find(db: TenantDb, { enterpriseId, id }: Attempt, clientKey: string): Promise<SwitchRow | null> {
  const [row] = await db
    .select()
    .from(examSwitch)
    .where(
      and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, id), eq(examSwitch.clientKey, clientKey)),
    );
  return row ?? null;
}
