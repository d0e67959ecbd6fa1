import { randomUUID } from 'node:crypto';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { exam } from './tables/exam.ts';
import type { FrozenAccommodation } from './tables/attempt.ts';
import { examSwitch, type SwitchKind } from './tables/switch.ts';
import { examJournalHead } from './tables/journal.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { Head, JournalEvent } from './journal.ts';
import { switchRules } from './frozen-accommodation.ts';
import { MAX_SWITCH_ROWS } from './limits.ts';
import type { Attempt } from './attempt/lock-attempt.ts';
import { countedFrom, LEAVE_GRACE_SECONDS } from './times.ts';

export type SwitchRow = typeof examSwitch.$inferSelect;
export type SwitchRules = { policy: 'none' | 'warn' | 'limit' | 'at_once'; limit: number; dwellSeconds: number };
type Which = { enterpriseId: string; id: string; examId: string; accommodation: FrozenAccommodation | null };

/** Returns what leaving the exam screen means for an attempt; its candidate may be exempt from consequences. */
export async function switchRulesOf(
  db: TenantDb,
  { enterpriseId, examId, accommodation }: Which,
): Promise<SwitchRules> {
  const [rules] = await db
    .select({
      switchPolicy: exam.switchPolicy,
      switchLimit: exam.switchLimit,
      dwellSeconds: exam.switchDwellSeconds,
    })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const { switchPolicy: policy, switchLimit: limit, dwellSeconds } = switchRules(rules!, { accommodation });
  return { policy, limit, dwellSeconds };
}

/** Seconds of an absence from which on it counts; null: it never does. */
export function countsAfter(kind: SwitchKind, { dwellSeconds }: SwitchRules): number | null {
  if (kind === 'offline') return null;
  if (kind === 'device') return 0;
  return kind === 'hide' ? dwellSeconds : LEAVE_GRACE_SECONDS;
}

/** Whether the rules close an attempt with this number of switches. */
export function isOverLimit({ policy, limit }: SwitchRules, switchCount: number): boolean {
  return policy === 'at_once' ? switchCount > 0 : policy === 'limit' && switchCount > limit;
}

/** Returns the absences of an attempt from which the candidate has not returned. */
export function openAbsences(db: TenantDb, { enterpriseId, id }: Which): Promise<SwitchRow[]> {
  return db
    .select()
    .from(examSwitch)
    .where(
      and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, id), isNull(examSwitch.dwellSeconds)),
    );
}

/**
 * Stores a new absence, at most MAX_SWITCH_ROWS per attempt. The caller has locked the attempt.
 * @returns null when the limit is reached
 */
export async function addAbsence(
  db: TenantDb,
  attempt: Which,
  { clientKey = randomUUID(), ...more }: Pick<SwitchRow, 'kind' | 'leftAt'> & Partial<SwitchRow>,
): Promise<SwitchRow | null> {
  const { enterpriseId, id: attemptId } = attempt;
  const [stored] = await db
    .select({ n: count() })
    .from(examSwitch)
    .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, attemptId)));
  if (stored!.n >= MAX_SWITCH_ROWS) return null;
  const [row] = await db
    .insert(examSwitch)
    .values({ counted: false, ...more, enterpriseId, attemptId, clientKey })
    .returning();
  return row!;
}

/**
 * Brings an absence up to date: whether it counts by now, and how long it was if it is over. By the server's clock only.
 * @returns the events for the journal
 */
export async function updateAbsence(
  db: TenantDb,
  row: SwitchRow,
  { rules, now, isOver }: { rules: SwitchRules; now: Date; isOver: boolean },
): Promise<JournalEvent[]> {
  if (row.dwellSeconds !== null) return [];
  const after = countsAfter(row.kind, rules);
  const counted =
    row.counted || (after !== null && now.getTime() - countedFrom(row.leftAt, now).getTime() >= after * 1000);
  const dwellSeconds = isOver ? Math.max(0, Math.round((now.getTime() - row.leftAt.getTime()) / 1000)) : null;
  if (counted === row.counted && dwellSeconds === null) return [];
  await db
    .update(examSwitch)
    .set({ counted, dwellSeconds, kind: row.kind })
    .where(and(eq(examSwitch.enterpriseId, row.enterpriseId), eq(examSwitch.id, row.id)));
  return [switchEvent({ ...row, counted, dwellSeconds }, now)];
}

/** The event of the journal for the current state of a switch. */
export const switchEvent = (
  { id, attemptId, kind, leftAt, dwellSeconds, counted }: SwitchRow,
  at: Date,
): JournalEvent => ({
  ...{ attemptId, kind: 'switch', at },
  data: { switchId: id, switchKind: kind, leftAt: leftAt.toISOString(), dwellSeconds, counted },
});

type Closing = { attempt: Which; now: Date };

/**
 * Ends the absences of attempts of one tenant that are being closed or paused. @returns the events for the journal, by attempt
 */
export async function endAbsencesOf(
  db: TenantDb,
  closing: Closing[],
  heads: Map<string, Head>,
): Promise<Map<string, JournalEvent[]>> {
  const { enterpriseId } = closing[0]!.attempt;
  const ids = closing.map(({ attempt }) => attempt.id);
  const waiting = ids.filter((id) => heads.get(id)!.closesAt !== null);
  if (waiting.length > 0)
    await db
      .update(examJournalHead)
      .set({ closesAt: null })
      .where(and(eq(examJournalHead.enterpriseId, enterpriseId), inArray(examJournalHead.attemptId, waiting)));
  const { rows } = await pgClientOf(db).query<{ id: string }>({
    name: 'absent-of',
    text: ABSENT,
    values: [enterpriseId, ids],
  });
  const absent = new Set(rows.map(({ id }) => id));
  const events = new Map<string, JournalEvent[]>();
  for (const { attempt, now } of closing)
    if (absent.has(attempt.id))
      events.set(attempt.id, await endEach(db, attempt, await openAbsences(db, attempt), now));
  return events;
}

/** $1 enterprise, $2 attempts. */
const ABSENT = `
select distinct attempt_id as id from exam_switch
where enterprise_id = $1 and attempt_id = any($2::uuid[]) and dwell_seconds is null`;

async function endEach(db: TenantDb, attempt: Which, open: SwitchRow[], now: Date): Promise<JournalEvent[]> {
  if (open.length === 0) return [];
  const rules = await switchRulesOf(db, attempt);
  const events: JournalEvent[] = [];
  for (const row of open) events.push(...(await updateAbsence(db, row, { rules, now, isOver: true })));
  return events;
}

/** Sets the time at which the server closes the attempt although nobody reports anything; null: it does not. */
export async function closeAt(db: TenantDb, { enterpriseId, id }: Which, closesAt: Date | null): Promise<void> {
  await db
    .update(examJournalHead)
    .set({ closesAt })
    .where(and(eq(examJournalHead.enterpriseId, enterpriseId), eq(examJournalHead.attemptId, id)));
}

/** The switches of an attempt that count, and whether its rules close it for them. */
export async function judge(db: TenantDb, attempt: Attempt) {
  const rules = await switchRulesOf(db, attempt);
  const switchCount = await countSwitches(db, attempt.enterpriseId, attempt.id);
  return { rules, switchCount, isOver: attempt.status === 'open' && isOverLimit(rules, switchCount) };
}

/** Returns how many switches of an attempt count. */
export async function countSwitches(db: TenantDb, enterpriseId: string, attemptId: string): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(examSwitch)
    .where(
      and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, attemptId), eq(examSwitch.counted, true)),
    );
  return found!.n;
}
