import { requestExport } from '#src/server/export/request-export.ts';
import type { Context } from '#src/server/core/context.ts';

/** Requests an export of the viewer's learning projects. @throws AppError 429 like `requestExport` */
export const requestProjectExport = (ctx: Context) => requestExport(ctx, 'projects', {});
