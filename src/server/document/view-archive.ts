import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { archiveEntryUrl } from '#src/server/file/file-url.ts';
import { readArchive } from './read-archive.ts';
import { readStudiedFile } from './read-studied-file.ts';

/**
 * Lists the entries of an archive with signed URLs.
 * @throws AppError 403 when the course may not be studied, 404, 409 for a resource that is no download
 */
export async function viewArchive(ctx: RequestContext & { viewer: Viewer }, { resourceId }: { resourceId: string }) {
  const enterpriseId = ctx.tenant.id;
  const { file } = await withTenant(enterpriseId, (db) => readStudiedFile({ ...ctx, db }, resourceId, ['download']));
  const archive = await readArchive(file);
  if ('problem' in archive) return { problem: archive.problem, entryCount: 0, totalSize: 0, entries: [] };
  const at = ctx.now();
  return {
    problem: null,
    entryCount: archive.entries.length,
    totalSize: archive.totalSize,
    entries: archive.entries.map(({ index, path, entry, problem }) => ({
      path,
      size: entry.unpacked,
      problem,
      url: problem ? null : archiveEntryUrl(enterpriseId, file.id, index, at),
    })),
  };
}
