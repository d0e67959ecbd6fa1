import { and, eq } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { exam } from './tables/exam.ts';
import { examAttempt } from './tables/attempt.ts';
import { examJournalHead } from './tables/journal.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { closeExpired } from './attempt/close-expired.ts';
import { shownOf, type JournalRow } from './journal-hash.ts';
import type { Attempt } from './attempt/lock-attempt.ts';
import { isMarkerOf } from './marker-of.ts';
import { readProgress } from './progress.ts';
import { receiptOf } from './receipt.ts';
import type { Proven } from './verify-journal.ts';
import { reviewOf } from './view-result.ts';
import { withheldFromMarker } from './withheld-questions.ts';

/** What a dispute file contains as JSON. It never contains right answers. */
export type DisputeFile = Proven & {
  format: 'zhixing-exam-pack/1';
  enterprise: { name: string; timeZone: string };
  exam: { id: string; title: string };
  candidate: { userId: string; userName: string };
  attempt: { id: string; number: number; status: string; closedBy: string; startedAt: string; deadlineAt: string };
  issuedAt: string;
};

/** A dispute file without its journal, which is read when it is sent. */
export type DisputeFileStart = Omit<DisputeFile, 'rows'>;

/** A dispute file that may be sent. `end`: number of the last row of its journal. */
type Prepared = {
  start: DisputeFileStart;
  end: number;
  answers: Record<string, unknown> | null;
  shown: (row: JournalRow) => JournalRow;
};

/**
 * Checks whether the viewer may have the dispute file of a closed attempt (decision 056), and collects it except for its
 * journal.
 * @throws AppError 404 when the attempt does not exist here, or is another member's and the viewer does not mark its exam;
 * 409 while it is open or marked blind, or when it contains a question that is withheld from this marker
 */
export async function prepareDisputeFile(ctx: Context, attemptId: string): Promise<Prepared> {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const at = now();
  await closeExpired(db, { enterpriseId, attemptId, now: at, closedBy: 'timer' });
  const [found] = await db
    .select({ attempt: examAttempt, rules: exam, userName: enterpriseUser.userName, end: examJournalHead.seq })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, examAttempt.enterpriseId), eq(enterpriseUser.userId, examAttempt.userId)),
    )
    .leftJoin(
      examJournalHead,
      and(eq(examJournalHead.enterpriseId, examAttempt.enterpriseId), eq(examJournalHead.attemptId, examAttempt.id)),
    )
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)));
  const own = found?.attempt.userId === viewer.userId;
  if (!found || (!own && !(await isMarkerOf(ctx, found.attempt.examId)))) throw notFound();
  const { attempt, rules, userName } = found;
  if (attempt.status === 'open') throw new AppError(409, 'attemptOpen');
  // The dispute file contains the name of the candidate.
  if (!own && rules.blindMarking && attempt.status !== 'marked') throw new AppError(409, 'markingBlind');
  if (!own) await requireAllShown(ctx, attempt, at);
  const progress = await readProgress(db, { ...attempt, now: at });
  const isOpen = !own || (await reviewOf(db, attempt, { rules, progress, now: at })).review === 'open';
  const { id, number, status, closedBy, startedAt, deadlineAt } = attempt;
  const receipt = receiptOf(attempt);
  const start: DisputeFileStart = {
    format: 'zhixing-exam-pack/1',
    enterprise: { name: tenant.name, timeZone: tenant.timeZone },
    exam: { id: rules.id, title: rules.title },
    candidate: { userId: attempt.userId, userName },
    attempt: {
      ...{ id, number, status, closedBy: closedBy! },
      ...{ startedAt: startedAt.toISOString(), deadlineAt: deadlineAt.toISOString() },
    },
    paper: attempt.paper.map(shownOf),
    receipt: { answerCount: receipt.answerCount, hmac: receipt.hmac, serverTime: receipt.serverTime.toISOString() },
    issuedAt: at.toISOString(),
  };
  const shown = (row: JournalRow) => (isOpen ? row : withoutResult(row));
  return { start, end: found.end ?? 0, answers: attempt.submittedAnswers, shown };
}

/** Marks per question are part of the review: candidates see them when it opens. */
function withoutResult(row: JournalRow): JournalRow {
  return row.kind === 'mark' || row.kind === 'regrade' ? { ...row, content: null } : row;
}

async function requireAllShown({ db, tenant, viewer }: Context, attempt: Attempt, now: Date): Promise<void> {
  const questionIds = attempt.paper.map((question) => question.questionId);
  const asked = { enterpriseId: tenant.id, userId: viewer.userId, questionIds, now };
  if ((await withheldFromMarker(db, asked)).size > 0) throw new AppError(409, 'markingWithheld');
}
