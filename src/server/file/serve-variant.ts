import { eq } from 'drizzle-orm';
import { file } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { parseVariant, type PictureFormat } from '#src/contract/rules/picture-variants.ts';
import { makeVariant, variantKey } from './make-variant.ts';
import { isSignedFor } from './file-url.ts';
import { cacheOf, missing, canSeePicture, send } from './serve-file.ts';
import { fileStore } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PICTURE = /^image\/(png|jpeg|webp)$/;
/** `max-age` of the original in place of a variant that could not be made now, or cannot be made at all. */
const BUSY_MAX_AGE_SECONDS = 60;
const UNUSABLE_MAX_AGE_SECONDS = 86_400;

/**
 * `GET /media/{id}/{width}.{format}`: serves a public picture in one of the supported widths and formats. A variant is
 * made on the first request and stored; when too many are in progress, the original is served instead. Unknown, foreign
 * files, member files without a valid signature, and unsupported widths or formats, all return 404.
 */
export async function serveVariant(
  request: Request,
  { tenant, viewer, now }: Pick<RequestContext, 'tenant' | 'viewer' | 'now'>,
  fileId: string,
  name: string,
): Promise<Response> {
  const variant = parseVariant(name);
  if (!variant || !UUID.test(fileId)) return missing();
  const [found] = await withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.id, fileId)).limit(1));
  if (!found || found.visibility === 'private' || !PICTURE.test(found.contentType)) return missing();
  const isSigned = isSignedFor(tenant.id, fileId, new URL(request.url).searchParams, now());
  const isSeen = found.visibility === 'public' && (await canSeePicture({ tenant, viewer }, fileId));
  if (!isSigned && !isSeen) return missing();
  // As in serve-file: files for members only must not be stored in a shared cache.
  const cache = tenant.publicFace && found.visibility === 'public' ? cacheOf(found) : 'member';
  const key = variantKey({ ...variant, storeKey: found.storeKey });
  const kept = await sizeOf(key);
  const outcome = kept === null ? await makeVariant({ ...variant, storeKey: found.storeKey }) : 'made';
  const fileSize = kept ?? (outcome === 'made' ? await sizeOf(key) : null);
  if (fileSize === null) {
    const answer = await send(request, found, cache);
    answer.headers.set(
      'cache-control',
      `${cache === 'member' ? 'private' : 'public'}, max-age=${outcome === 'busy' ? BUSY_MAX_AGE_SECONDS : UNUSABLE_MAX_AGE_SECONDS}`,
    );
    return answer;
  }
  return send(
    request,
    {
      ...found,
      storeKey: key,
      fileSize,
      contentType: `image/${variant.format}`,
      fileName: renamed(found.fileName, variant.format),
      sha256: `${found.sha256.slice(0, 24)}-${variant.width}${variant.format}`,
    },
    cache,
  );
}

const renamed = (name: string, format: PictureFormat) => `${name.replace(/\.\w+$/, '')}.${format}`;

async function sizeOf(key: string): Promise<number | null> {
  try {
    return (await (await fileStore()).getMetaData(key)).contentLength;
  } catch {
    return null;
  }
}
