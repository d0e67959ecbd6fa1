import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { requireExam } from './require-exam.ts';

/**
 * Requests an export of the people of an exam.
 * @throws AppError 404 for an exam that does not exist here, or that the viewer neither manages nor marks, 429 like `requestExport`
 */
export async function exportCandidates(
  ctx: Context,
  input: OperationInput<'POST /exam/auth/exam/analysis/candidate/export'>,
) {
  await requireExam(ctx, input.examId);
  const { department, ...filter } = input;
  // `department` of an export is a filter of the people of its own scope.
  return requestExport(ctx, 'examPeople', { ...filter, ...(department !== undefined && { within: department }) });
}

/**
 * Requests an export of the item analysis, without options: a file stays, while right answers may have to be withheld.
 * @throws AppError 404 for an exam that does not exist here, or that the viewer neither manages nor marks, 429 like `requestExport`
 */
export async function exportQuestions(
  ctx: Context,
  input: OperationInput<'POST /exam/auth/exam/analysis/question/export'>,
) {
  await requireExam(ctx, input.examId);
  return requestExport(ctx, 'examQuestions', input);
}
