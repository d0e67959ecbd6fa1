import { create as contentDisposition } from 'content-disposition';
import { and, eq } from 'drizzle-orm';
import rangeParser from 'range-parser';
import { file, fileVersion } from './tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { localeOfHeader } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { writeLog } from '#src/server/core/log.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { seesContent } from '#src/server/core/sees-content.ts';
import { isSignedFor, versionSubject } from './file-url.ts';
import { MISSING_FILES } from './probe-store.ts';
import { isMissing, readRange, storeName } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A private file is not cached, because the computer may be shared. */
const CACHE = {
  public: 'public, max-age=31536000, immutable',
  /** Of a public file whose bytes were replaced, under an address that stays. */
  replaced: 'public, max-age=300',
  member: 'private, max-age=3600',
  private: 'private, no-store',
};
/**
 * Displayed in the browser; other types are downloaded, so that an uploaded file cannot run as a page of the portal.
 */
const INLINE =
  /^(image\/(png|jpeg|webp|avif|gif)|video\/mp4|video\/mp2t|audio\/(mpeg|mp4)|application\/vnd\.apple\.mpegurl|application\/pdf|text\/vtt)$/;

/**
 * `GET /media/{id}`: serves a public file, a member file with a valid signature (uploaders get their own pictures
 * without), or a private file with a valid signature in a session of its owner. Supports one byte range per request.
 * Unknown, foreign and unsigned ids all return 404.
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
  const isOwn = viewer?.enterpriseId === tenant.id && viewer.userId === found.uploadedBy;
  // The editor shows the pictures of a published text without signatures, to their author.
  const isOwnPicture = isOwn && found.visibility === 'member' && found.contentType.startsWith('image/');
  const version = url.searchParams.get('v');
  if (version) return serveVersion(request, { tenant, now }, found, version);
  if (!isPublic && !isOwnPicture && !isSignedFor(tenant.id, fileId, url.searchParams, now())) return missing();
  if (found.visibility === 'private' && !isOwn) return missing();
  if (isPublic && !(await canSeePicture({ tenant, viewer }, fileId))) return missing();
  // Files for members only must not be stored in a shared cache.
  return send(request, found, isPublic && !tenant.publicFace ? 'member' : cacheOf(found));
}

/** How a file may be cached. */
export const cacheOf = ({
  visibility,
  version,
}: Pick<typeof file.$inferSelect, 'visibility' | 'version'>): keyof typeof CACHE =>
  visibility === 'public' && version > 1 ? 'replaced' : visibility;

/** Serves the bytes that a file has, or had, in a version; without a valid signature 404. */
async function serveVersion(
  request: Request,
  { tenant, now }: Pick<RequestContext, 'tenant' | 'now'>,
  found: typeof file.$inferSelect,
  asked: string,
): Promise<Response> {
  const version = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 0;
  if (
    !isSignedFor(tenant.id, versionSubject(found.id, version), new URL(request.url).searchParams, now()) ||
    found.visibility === 'private'
  )
    return missing();
  if (version === found.version) return send(request, found, 'member');
  const [former] = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(fileVersion)
      .where(
        and(
          eq(fileVersion.enterpriseId, tenant.id),
          eq(fileVersion.fileId, found.id),
          eq(fileVersion.version, version),
        ),
      ),
  );
  // Removed meanwhile: the player goes on with what there is.
  return send(request, { ...found, ...former }, 'member');
}

/** Whether the user can see a public file: of a closed tenant everybody sees logo and icon, and members the rest. */
export async function canSeePicture(who: Pick<RequestContext, 'tenant' | 'viewer'>, fileId: string): Promise<boolean> {
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

/** Serves a public file of a tenant on any host; other files return 404. `fileId` must not come from the request. */
export async function servePublicFile(request: Request, enterpriseId: string, fileId: string): Promise<Response> {
  const [found] = await withTenant(enterpriseId, (db) => db.select().from(file).where(eq(file.id, fileId)).limit(1));
  return found?.visibility === 'public' ? send(request, found) : missing();
}

/** Returns the response for a file, or for the requested range of it (200, 206, 304, 404, 416 or 503). */
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
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'content-disposition': contentDisposition(found.fileName, {
      type: INLINE.test(found.contentType) ? 'inline' : 'attachment',
    }),
  });
  // The PDF viewer of a browser needs its scripts.
  if (found.contentType === 'application/pdf') headers.set('content-security-policy', "frame-ancestors 'none'");
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
  try {
    const body = request.method === 'HEAD' ? null : size === 0 ? '' : await readRange(found.storeKey, start, end);
    return new Response(body, { status: range ? 206 : 200, headers });
  } catch (error) {
    return unreadable(request, found.storeKey, error);
  }
}

/** Returns 404 for a file whose row exists but that the store does not have, and 503 when the store does not answer. */
function unreadable(request: Request, storeKey: string, error: unknown): Response {
  const t = getT(localeOfHeader(request.headers.get('accept-language') ?? undefined));
  const lost = isMissing(error);
  writeLog('error', {
    msg: lost ? MISSING_FILES : 'the file store cannot be read',
    store: storeName(),
    storeKey,
    error: String(error),
  });
  return new Response(lost ? t('errors:fileMissing') : t('errors:fileStoreAway'), {
    status: lost ? 404 : 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(lost ? {} : { 'retry-after': '30' }),
    },
  });
}

/** Returns the 404 response for files. */
export function missing(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
}

/** Return values of range-parser that are no ranges. */
const UNSATISFIABLE = -1;
const MALFORMED = -2;

/** Parses one `bytes=` range; null: serve the whole file, also for several ranges, as RFC 9110 allows. */
export function parseRange(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const ranges = header ? rangeParser(size, header) : MALFORMED;
  if (ranges === UNSATISFIABLE) return 'unsatisfiable';
  if (ranges === MALFORMED || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
}
