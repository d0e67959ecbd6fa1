import { Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { create as contentDisposition } from 'content-disposition';
import { and, eq } from 'drizzle-orm';
import type { RequestContext } from '#src/server/core/context.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { LOCAL_LENGTH, zipDataOffset, type ZipEntry } from '#src/server/core/zip-directory.ts';
import { isSignedFor } from '#src/server/file/file-url.ts';
import { missing } from '#src/server/file/serve-file.ts';
import { readRange } from '#src/server/file/store.ts';
import { read, readArchive } from './read-archive.ts';

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

/** Returns the unpacked bytes of an entry, or undefined when its data are not where the directory says. */
async function contentOf(
  archive: typeof file.$inferSelect,
  { at, packed, unpacked, method }: ZipEntry,
): Promise<ReadableStream | string | undefined> {
  const offset = zipDataOffset(await read(archive, at, Math.min(archive.fileSize, at + LOCAL_LENGTH)));
  if (offset === undefined || at + offset + packed > archive.fileSize) return undefined;
  if (unpacked === 0) return '';
  if (packed === 0 || (method === 0 && packed !== unpacked)) return undefined;
  const data = await readRange(archive.storeKey, at + offset, at + offset + packed - 1);
  if (method === 0) return data;
  const inflate = createInflateRaw();
  const counted = new Transform(upTo(unpacked));
  const source = Readable.fromWeb(data as Parameters<typeof Readable.fromWeb>[0]);
  // An error of one part ends the response, whose length then tells the browser that the download failed.
  source.on('error', (error) => inflate.destroy(error));
  inflate.on('error', (error) => counted.destroy(error));
  counted.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(inflate).pipe(counted)) as ReadableStream;
}

/** Ends with an error after more bytes than the directory declares. */
function upTo(limit: number): ConstructorParameters<typeof Transform>[0] {
  let passed = 0;
  return {
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limit) done(new Error('an entry of an archive is longer than declared'));
      else done(null, chunk);
    },
  };
}
