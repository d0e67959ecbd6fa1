import type { OperationInput } from '#src/contract/calls.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';

/** Requests an export of the viewer's exams. @throws AppError 429 like `requestExport` */
export const requestExamExport = (
  ctx: Context,
  input: OperationInput<'POST /exam/auth/user/exam/task/record/export'>,
) => requestExport(ctx, 'exams', input);
