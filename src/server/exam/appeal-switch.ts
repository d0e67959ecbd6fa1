import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { examSwitch } from './tables/switch.ts';
import { examSwitchAppeal } from './tables/journal.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { appendJournal } from './journal.ts';
import { lockAttempt } from './attempt/lock-attempt.ts';
import { markersToNotify } from './markers-to-notify.ts';
import { readExamTitle } from './exam-parts.ts';

/**
 * Stores a candidate's appeal against a switch, and tells the markers of the exam.
 * @throws AppError 404 when it is not a switch of the viewer; 409 when there is an appeal already, or for a trial sitting
 */
export async function appealSwitch(
  { db, tenant, viewer, now }: Context,
  { switchId, reason }: OperationInput<'POST /exam/auth/user/exam/switch/appeal'>,
) {
  const enterpriseId = tenant.id;
  const at = now();
  const attemptId = await attemptOfSwitch(db, enterpriseId, switchId);
  const { examId, trial } = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  if (trial) throw new AppError(409, 'trialAttempt');
  const [appeal] = await db
    .insert(examSwitchAppeal)
    .values({ enterpriseId, attemptId, switchId, reason, at })
    .onConflictDoNothing()
    .returning();
  if (!appeal) throw new AppError(409, 'alreadyAppealed');
  await appendJournal(pgClientOf(db), enterpriseId, [
    { attemptId, kind: 'appeal', at, data: { switchId }, content: { reason } },
  ]);
  const title = await readExamTitle(db, enterpriseId, examId);
  const told = await markersToNotify(db, { enterpriseId, examId, userId: viewer.userId });
  await sendNotices(
    db,
    enterpriseId,
    told.map((userId) => ({
      ...{ userId, kind: 'switchAppealMade' as const, detail: { title }, at },
      ...{ path: '/test/marking?view=switches', source: `switch-appeal:${switchId}` },
    })),
  );
  return appeal;
}

/** @throws AppError 404 when there is no such switch in this tenant */
export async function attemptOfSwitch(db: TenantDb, enterpriseId: string, switchId: string): Promise<string> {
  const [found] = await db
    .select({ attemptId: examSwitch.attemptId })
    .from(examSwitch)
    .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.id, switchId)));
  if (!found) throw notFound();
  return found.attemptId;
}
