import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { examSwitch } from './tables/switch.ts';
import { examSwitchAppeal } from './tables/journal.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { attemptOfSwitch } from './appeal-switch.ts';
import { appendJournal } from './journal.ts';
import { lockAttempt } from './attempt/lock-attempt.ts';
import { requireMarker } from './marker-of.ts';
import { readExamTitle } from './exam-parts.ts';

/**
 * Decides an appeal against a switch. One that is set aside does not count any longer; an attempt that was closed for it
 * stays closed. The candidate is told.
 * @throws AppError 403 for the marker's own attempt; 404, also for an exam that the viewer does not mark; 409 when there is no appeal that waits for a decision
 */
export async function decideSwitch(
  ctx: Context,
  { switchId, decision, note }: OperationInput<'POST /exam/auth/exam/switch/decide'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const at = now();
  const attemptId = await attemptOfSwitch(db, enterpriseId, switchId);
  const attempt = await lockAttempt(db, enterpriseId, attemptId);
  if (attempt.userId === viewer.userId) throw new AppError(403, 'cannotDecideOwnSwitch');
  await requireMarker(ctx, attempt.examId);
  const [appeal] = await db
    .update(examSwitchAppeal)
    .set({ decision, note: note || null, decidedBy: viewer.userId, decidedAt: at })
    .where(
      and(
        eq(examSwitchAppeal.enterpriseId, enterpriseId),
        eq(examSwitchAppeal.switchId, switchId),
        isNull(examSwitchAppeal.decision),
      ),
    )
    .returning();
  if (!appeal) throw new AppError(409, 'noAppeal');
  if (decision === 'set_aside') {
    await db
      .update(examSwitch)
      .set({ counted: false })
      .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.id, switchId)));
  }
  await appendJournal(pgClientOf(db), enterpriseId, [
    { attemptId, kind: 'decision', at, data: { switchId, decision }, content: { note: appeal.note } },
  ]);
  await audit(db, ctx, 'exam.switchDecided', { attemptId, switchId, decision }, { about: [attemptId, attempt.userId] });
  await sendNotices(db, enterpriseId, [
    {
      ...{ userId: attempt.userId, kind: 'switchAppealDecided', at },
      detail: { title: await readExamTitle(db, enterpriseId, attempt.examId) },
      ...{ path: `/account/exam/examSuccess?id=${attemptId}`, source: `switch-decided:${switchId}` },
    },
  ]);
  return appeal;
}
