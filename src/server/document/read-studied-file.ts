import { and, eq } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { file } from '#src/server/file/tables.ts';
import { openResource } from '#src/server/study/read-resource.ts';

/**
 * Returns a resource that the viewer may study, with its file.
 * @throws AppError 403 with the reason when the course may not be studied, 404 without a file, 409 for another kind
 */
export async function readStudiedFile(ctx: Context, resourceId: string, kinds: readonly ('reading' | 'download')[]) {
  const { resource } = await openResource(ctx, resourceId);
  if (!resource.fileId) throw notFound();
  if (!kinds.some((kind) => kind === resource.kind)) throw new AppError(409, 'notPlayable');
  const [found] = await ctx.db
    .select()
    .from(file)
    .where(and(eq(file.enterpriseId, ctx.tenant.id), eq(file.id, resource.fileId)));
  if (!found) throw notFound();
  return { resource, file: found };
}
