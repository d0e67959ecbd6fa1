import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { limiter } from '#src/lib/limiter.ts';
import { localizedText } from '#src/lib/localized.ts';
import { file } from '#src/server/file/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { writeLog } from '#src/server/core/log.ts';
import { none } from './answer.ts';
import { drawShare } from './draw-share.ts';
import { shareSubject } from './share-subject.ts';

const NAME = /^(?:(site)|(course|project|lecturer|info)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))\.png$/;
/** How long clients may cache an image without revalidating it. */
const MAX_AGE_SECONDS = 3_600;
/**
 * Limits: images cached in memory (least recently used ones are removed), bytes of a cached image, images in progress.
 */
const MAX_PICTURES = 200;
const MAX_PICTURE_BYTES = 400_000;
const MAX_WAITING = 20;

const cache = new LRUCache<string, Buffer>({ max: MAX_PICTURES });
const pending = new Map<string, Promise<Buffer>>();
// One at a time, so that drawing does not slow down running exams.
const enter = limiter(1);

/**
 * `GET /share/{kind}-{id}.png` and `/share/site.png`: the preview image that messengers show for a page. Only for published
 * content of a public site; drawn again when title, cover, colour or name have changed. 503 when too many are in progress.
 */
export async function serveSharePicture(
  request: Request,
  { tenant, now }: RequestContext,
  name: string,
): Promise<Response> {
  const [, site, kind, id] = NAME.exec(name) ?? [];
  if (!tenant.publicFace || (!site && !kind)) return none();
  const found = await withTenant(tenant.id, async (db) => {
    const [own] = await db.select().from(website).where(eq(website.enterpriseId, tenant.id));
    if (!own) return null;
    // In the language of the tenant: there is one image for both languages.
    const siteTitle = localizedText(own.websiteTitle, tenant.lang === 'en' ? 'en' : 'zh');
    const subject = site
      ? { title: siteTitle, coverFileId: null }
      : await shareSubject(db, tenant.id, now(), kind!, id!);
    if (!subject) return null;
    const ids = [subject.coverFileId, own.websiteIcoFileId].filter((each) => each !== null);
    const files = await db
      .select({ id: file.id, storeKey: file.storeKey })
      .from(file)
      .where(and(eq(file.enterpriseId, tenant.id), inArray(file.id, ids), eq(file.visibility, 'public')));
    const keyOf = (fileId: string | null) => files.find((each) => each.id === fileId)?.storeKey ?? null;
    return {
      seed: id ?? tenant.key,
      title: subject.title,
      site: siteTitle,
      brandColor: own.brandColor,
      cover: keyOf(subject.coverFileId),
      icon: keyOf(own.websiteIcoFileId),
    };
  });
  if (!found) return none();
  const key = createHash('sha256')
    .update(JSON.stringify([tenant.id, found]))
    .digest('hex');
  const headers = new Headers({
    'content-type': 'image/png',
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    etag: `"${key.slice(0, 32)}"`,
    // Messengers and search engines embed it in their own pages.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.headers.get('if-none-match') === headers.get('etag')) return new Response(null, { status: 304, headers });
  let picture = cache.get(key);
  if (!picture) {
    let drawing = pending.get(key);
    if (!drawing) {
      if (pending.size >= MAX_WAITING) return busy();
      drawing = draw(found).finally(() => pending.delete(key));
      pending.set(key, drawing);
    }
    picture = await drawing;
  }
  if (picture.length <= MAX_PICTURE_BYTES) cache.set(key, picture);
  return new Response(new Uint8Array(picture), { headers });
}

type Found = {
  seed: string;
  title: string;
  site: string;
  brandColor: string;
  cover: string | null;
  icon: string | null;
};

async function draw(found: Found): Promise<Buffer> {
  const leave = await enter();
  try {
    return await drawShare({ ...found, cover: await bytesOf(found.cover), icon: await bytesOf(found.icon) });
  } catch (error) {
    // Cover or icon cannot be read: draw the image without them.
    writeLog('warn', { msg: 'share picture drawn without cover and icon', error: String(error) });
    return await drawShare({ ...found, cover: null, icon: null });
  } finally {
    leave();
  }
}

async function bytesOf(storeKey: string | null): Promise<Buffer | null> {
  return storeKey ? Buffer.from(await (await fileStore()).getBytes(storeKey)) : null;
}

function busy(): Response {
  return new Response('Busy', {
    status: 503,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', 'retry-after': '10' },
  });
}
