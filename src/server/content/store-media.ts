import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { file } from '#src/server/core/db/schema/file.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { Counts, Visibility } from '#src/server/content/importing.ts';
import type { Media, Pack } from '#src/server/content/pack.ts';

/** A media file whose bytes are in the store. */
export type StoredMedia = Media & { sha256: string; storeKey: string; width: number | null; height: number | null };

/**
 * Puts the bytes of all media into the file store under their hash. This comes before the transaction: bytes that no
 * row names are harmless, a row without its bytes is not.
 */
export async function storeMedia(enterpriseId: string, pack: Pack): Promise<StoredMedia[]> {
  const store = await fileStore();
  const stored: StoredMedia[] = [];
  for (const media of pack.media.values()) {
    const bytes = await readFile(media.absolute);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const storeKey = `${enterpriseId}/${sha256}`;
    if (!(await store.exists(storeKey))) {
      await store.put(storeKey, bytes, { contentType: media.mime, contentLength: bytes.length });
    }
    const { width = null, height = null } = media.mime.startsWith('image/') ? await sharp(bytes).metadata() : {};
    stored.push({ ...media, sha256, storeKey, width, height });
  }
  return stored;
}

/**
 * Rows of the media files, one for each use: what everyone sees is public, what belongs to courses is for members.
 * @returns finds the id of a file's row
 */
export async function writeFiles(
  db: TenantDb,
  enterpriseId: string,
  pack: Pack,
  stored: StoredMedia[],
  counts: Counts,
): Promise<(path: string | undefined, visibility: Visibility) => string | null> {
  const ids = new Map<string, string>();
  for (const [visibility, paths] of uses(pack)) {
    for (const media of stored.filter(({ path }) => paths.has(path))) {
      const fileName = basename(media.path);
      const same = and(
        eq(file.enterpriseId, enterpriseId),
        eq(file.sha256, media.sha256),
        eq(file.visibility, visibility),
        eq(file.fileName, fileName),
      );
      const [before] = await db.select({ id: file.id }).from(file).where(same);
      counts[before ? 'unchanged' : 'created'] += 1;
      const [row] = before
        ? [before]
        : await db
            .insert(file)
            .values({
              enterpriseId,
              storeKey: media.storeKey,
              sha256: media.sha256,
              fileName,
              contentType: media.mime,
              fileSize: media.bytes,
              visibility,
              duration: media.durationSeconds === undefined ? null : Math.floor(media.durationSeconds),
              width: media.width,
              height: media.height,
            })
            .returning({ id: file.id });
      ids.set(`${visibility} ${media.path}`, row!.id);
    }
  }
  return (path, visibility) => (path === undefined ? null : ids.get(`${visibility} ${path}`)!);
}

function uses({ site, people, lecturers, courses, projects, announcements }: Pack): [Visibility, Set<string>][] {
  const pictures = [
    site.websiteIco,
    site.logo,
    ...site.banners.map((banner) => banner.picture),
    ...people.map((person) => person.headPortrait),
    ...lecturers.map((lecturer) => lecturer.photo),
    ...courses.map((course) => course.cover),
    ...projects.map((project) => project.cover),
    ...announcements.map((announcement) => announcement.cover),
  ];
  const attachments = announcements.flatMap((announcement) => announcement.attachments);
  const resources = courses.flatMap((course) => course.resources);
  // Grows while it is walked: children are resources too.
  for (const resource of resources) resources.push(...(resource.children ?? []));
  const named = (paths: (string | undefined)[]) => new Set(paths.filter((path) => path !== undefined));
  return [
    ['public', named([...pictures, ...attachments])],
    ['member', named(resources.flatMap((resource) => [resource.file, resource.captions]))],
  ];
}
