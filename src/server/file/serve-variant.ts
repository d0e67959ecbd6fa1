import { eq } from 'drizzle-orm';
import { file } from '#src/server/core/db/schema/file.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { parseVariant, type PictureFormat } from '#src/lib/picture-variants.ts';
import { makeVariant, variantKey } from './make-variant.ts';
import { missing, seesPicture, send } from './serve-file.ts';
import { fileStore } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PICTURE = /^image\/(png|jpeg|webp)$/;
/** Seconds until a browser asks again for what could not be made just now, and for what never will be. */
const RETRY_AFTER_SECONDS = 60;
const LATE = 86_400;

/**
 * `GET /media/{id}/{width}.{format}`: a public picture in one of the widths and formats there are. Made when it is first
 * asked for and kept; when too many are being made, the original stands in for it.
 * Unknown, foreign and member files, and widths or formats that are not on the list, all answer 404.
 */
export async function serveVariant(
  request: Request,
  { tenant, viewer }: Pick<RequestContext, 'tenant' | 'viewer'>,
  fileId: string,
  name: string,
): Promise<Response> {
  const wish = parseVariant(name);
  if (!wish || !UUID.test(fileId)) return missing();
  const [found] = await withTenant(tenant.id, (db) => db.select().from(file).where(eq(file.id, fileId)).limit(1));
  if (found?.visibility !== 'public' || !PICTURE.test(found.contentType)) return missing();
  if (!(await seesPicture({ tenant, viewer }, fileId))) return missing();
  // As in serve-file: what is for members only must not lie in a cache that others share.
  const cache = tenant.publicFace ? 'public' : 'member';
  const key = variantKey({ ...wish, storeKey: found.storeKey });
  const kept = await sizeOf(key);
  const outcome = kept === null ? await makeVariant({ ...wish, storeKey: found.storeKey }) : 'made';
  const fileSize = kept ?? (outcome === 'made' ? await sizeOf(key) : null);
  if (fileSize === null) {
    const answer = await send(request, found, cache);
    answer.headers.set(
      'cache-control',
      `${cache === 'public' ? 'public' : 'private'}, max-age=${outcome === 'busy' ? RETRY_AFTER_SECONDS : LATE}`,
    );
    return answer;
  }
  return send(
    request,
    {
      ...found,
      storeKey: key,
      fileSize,
      contentType: `image/${wish.format}`,
      fileName: renamed(found.fileName, wish.format),
      sha256: `${found.sha256.slice(0, 24)}-${wish.width}${wish.format}`,
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
