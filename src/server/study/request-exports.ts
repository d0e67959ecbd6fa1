import type { OperationInput } from '#src/contract/calls.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';

/** Requests an export of the viewer's courses. @throws AppError 429 like `requestExport` */
export const exportCourses = (
  ctx: Context,
  input: OperationInput<'POST /data/auth/course/user/progress/user/export'>,
) => requestExport(ctx, 'courses', input);

/** Requests an export of the viewer's learning tasks. @throws AppError 429 like `requestExport` */
export const exportTasks = (ctx: Context, input: OperationInput<'POST /course/auth/study/task/export'>) =>
  requestExport(ctx, 'tasks', input);

/** Requests an export of the viewer's progress per resource. @throws AppError 429 like `requestExport` */
export const exportStudyRecords = (
  ctx: Context,
  input: OperationInput<'POST /data/auth/course/user/progress/user/course/study/export'>,
) => requestExport(ctx, 'studyRecords', input);
