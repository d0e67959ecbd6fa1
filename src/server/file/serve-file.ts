import { create as contentDisposition } from 'content-disposition';
import { eq } from 'drizzle-orm';
import rangeParser from 'range-parser';
import { file } from '#src/server/core/db/schema/file.ts';
import { website } from '#src/server/core/db/schema/site.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { seesContent } from '#src/server/core/sees-content.ts';
import { isSignedFor } from './file-url.ts';
import { readRange } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Nothing of a private file stays behind at a shared computer, but where somebody saves it. */
const CACHE = {
  public: 'public, max-age=31536000, immutable',
  member: 'private, max-age=3600',
  private: 'private, no-store',
};
/** Shown in the browser; anything else is downloaded, so that no uploaded file can act as a page of ours. */
const INLINE = /^(image\/(png|jpeg|webp|avif|gif)|video\/mp4|audio\/(mpeg|mp4)|application\/pdf|text\/vtt)$/;

/**
 * `GET /media/{id}`: a public file, a member file under a valid signature, or a private one under such a signature in the
 * session of its owner; one byte range per request. Unknown, foreign and unsigned ids all answer 404.
 */
export async function serveFile(
  request: Request,
  { tenant, viewer, now }: Pick<RequestContext, 'tenant' | 'viewer' | 'now'>,
): Promise<Response> {
  const url = new URL(request.url);
  const fileId = url.pathname.slice('/media/'.length);
  if (!UUID.test(fileId)) return missing();
  const [found] = await withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.id, fileId)).limit(1));
  if (!found) return missing();
  const isPublic = found.visibility === 'public';
  if (!isPublic && !isSignedFor(tenant.id, fileId, url.searchParams, now())) return missing();
  const isOwn = viewer?.enterpriseId === tenant.id && viewer.userId === found.uploadedBy;
  if (found.visibility === 'private' && !isOwn) return missing();
  if (isPublic && !(await seesPicture({ tenant, viewer }, fileId))) return missing();
  // What is for members only must not lie in a cache that others share.
  return send(request, found, isPublic && !tenant.publicFace ? 'member' : found.visibility);
}

/** Whether somebody may see a public file: of a closed tenant all see logo and icon, and members the rest. */
export async function seesPicture(who: Pick<RequestContext, 'tenant' | 'viewer'>, fileId: string): Promise<boolean> {
  if (seesContent(who)) return true;
  const enterpriseId = who.tenant.id;
  const [own] = await withTenant(enterpriseId, (db) =>
    db
      .select({ logo: website.logoFileId, icon: website.websiteIcoFileId })
      .from(website)
      .where(eq(website.enterpriseId, enterpriseId)),
  );
  return own?.logo === fileId || own?.icon === fileId;
}

/** A file that its tenant shows to everyone, on any host; anything else answers 404. `fileId` is no visitor's own word. */
export async function servePublicFile(request: Request, enterpriseId: string, fileId: string): Promise<Response> {
  const [found] = await withTenant(enterpriseId, (db) => db.select().from(file).where(eq(file.id, fileId)).limit(1));
  return found?.visibility === 'public' ? send(request, found) : missing();
}

/** Answers with a file, or with the part of it that was asked for. */
export async function send(
  request: Request,
  found: typeof file.$inferSelect,
  cache: keyof typeof CACHE = found.visibility,
): Promise<Response> {
  const headers = new Headers({
    'content-type': found.contentType === 'text/vtt' ? 'text/vtt; charset=utf-8' : found.contentType,
    'cache-control': CACHE[cache],
    etag: `"${found.sha256.slice(0, 32)}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    'content-disposition': contentDisposition(found.fileName, {
      type: INLINE.test(found.contentType) ? 'inline' : 'attachment',
    }),
  });
  // Chromium's viewer needs scripts of its own; it may be framed by the study room only.
  if (found.contentType === 'application/pdf') headers.set('content-security-policy', "frame-ancestors 'self'");
  if (request.headers.get('if-none-match') === headers.get('etag')) return new Response(null, { status: 304, headers });

  const size = found.fileSize;
  const range = parseRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers.set('content-length', String(end - start + 1));
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`);
  const body = request.method === 'HEAD' ? null : size === 0 ? '' : await readRange(found.storeKey, start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

export function missing(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
}

/** Answers of range-parser that are no ranges. */
const UNSATISFIABLE = -1;
const MALFORMED = -2;

/** One `bytes=` range; several ranges are answered whole, as RFC 9110 allows. */
export function parseRange(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const ranges = header ? rangeParser(size, header) : MALFORMED;
  if (ranges === UNSATISFIABLE) return 'unsatisfiable';
  if (ranges === MALFORMED || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
}
