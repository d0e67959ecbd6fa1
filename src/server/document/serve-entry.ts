import { create as contentDisposition } from 'content-disposition';
import { and, eq } from 'drizzle-orm';
import type { RequestContext } from '#src/server/core/context.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { isSignedFor } from '#src/server/file/file-url.ts';
import { missing } from '#src/server/file/serve-file.ts';
import { contentOf } from './entry-content.ts';
import { readArchive } from './read-archive.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * `GET /media/{id}/entry/{index}`: serves one entry of an archive, a member file, to whoever has a URL signed for it; always as
 * a download of unknown type, so that nothing in an archive is shown as a page of the portal. Unknown, foreign and unsigned
 * entries, and those that are not listed with a URL, return 404.
 */
export async function serveEntry(
  request: Request,
  { tenant, now }: Pick<RequestContext, 'tenant' | 'now'>,
  fileId: string,
  index: string,
): Promise<Response> {
  if (!UUID.test(fileId) || !/^\d{1,5}$/.test(index)) return missing();
  if (!isSignedFor(tenant.id, `${fileId}/entry/${index}`, new URL(request.url).searchParams, now())) return missing();
  const [found] = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(file)
      .where(and(eq(file.enterpriseId, tenant.id), eq(file.id, fileId), eq(file.visibility, 'member'))),
  );
  if (!found) return missing();
  const archive = await readArchive(found);
  const listed = 'entries' in archive ? archive.entries.find((each) => each.index === Number(index)) : undefined;
  if (!listed || listed.problem) return missing();
  const body = request.method === 'HEAD' ? null : await contentOf(found, listed.entry);
  if (body === undefined) return missing();
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(listed.entry.unpacked),
      'content-disposition': contentDisposition(listed.path.split('/').at(-1), { type: 'attachment' }),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    },
  });
}
