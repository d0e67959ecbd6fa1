import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import { insertFileOnce } from '#src/server/file/file-rows.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { addPackFiles, findReplaced } from '#src/server/media/pack-files.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { Visibility } from '#src/server/pack/importing.ts';
import { markdownPictures } from '#src/server/pack/markdown-document.ts';
import { captionFiles } from '#src/server/pack/pack-media.ts';
import type { Media, Pack } from '#src/server/pack/pack.ts';
import type { Tally } from '#src/server/pack/tally.ts';
import { bankFiles } from '#src/server/pack/question-files.ts';
import { postsOf } from '#src/server/pack/pack-community.ts';

/** A media file in the file store. */
export type StoredMedia = Media & { sha256: string; storeKey: string; width: number | null; height: number | null };

/**
 * Writes all media to the file store under their hash. Called before the transaction: a stored file without a row is
 * harmless, a row without its file is not.
 * @param store false: they are only read, to compare them
 */
export async function storeMedia(
  enterpriseId: string,
  pack: Pack,
  { store: isStored = true } = {},
): Promise<StoredMedia[]> {
  const store = isStored ? await fileStore() : undefined;
  const stored: StoredMedia[] = [];
  for (const media of pack.media.values()) {
    const bytes = await readFile(media.absolute);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const storeKey = `${enterpriseId}/${sha256}`;
    if (store && !(await store.exists(storeKey))) {
      await store.put(storeKey, bytes, { contentType: media.mime, contentLength: bytes.length });
    }
    const { width = null, height = null } = media.mime.startsWith('image/') ? await sharp(bytes).metadata() : {};
    stored.push({ ...media, sha256, storeKey, width, height });
  }
  return stored;
}

/**
 * Writes the rows of the media files, one per visibility: files of resources and of the community are for members,
 * all others are public.
 * @returns a function that gives the id of a file's row; null without a path
 */
export async function writeFiles(
  db: TenantDb,
  enterpriseId: string,
  pack: Pack,
  stored: StoredMedia[],
  tally: Tally,
): Promise<(path: string | undefined, visibility: Visibility) => string | null> {
  const ids = new Map<string, string>();
  const library = libraryFiles(pack);
  const inLibrary: Parameters<typeof addPackFiles>[2] = [];
  for (const [visibility, paths] of uses(pack)) {
    for (const media of stored.filter(({ path }) => paths.has(path))) {
      const fileName = basename(media.path);
      // An import leaves what was replaced in the media library.
      const replaced = await findReplaced(db, enterpriseId, { sha256: media.sha256, fileName, visibility });
      if (replaced) {
        const of = pack.media.get(media.path);
        if (of && replaced.duration !== null) of.durationSeconds = replaced.duration;
        tally.add('media file', 'unchanged', media.path);
        ids.set(`${visibility} ${media.path}`, replaced.id);
        continue;
      }
      const { id, isNew } = await insertFileOnce(db, {
        ...{ enterpriseId, storeKey: media.storeKey, sha256: media.sha256, fileName },
        ...{ contentType: media.mime, fileSize: media.bytes, visibility, width: media.width, height: media.height },
        duration: media.durationSeconds === undefined ? null : Math.floor(media.durationSeconds),
      });
      tally.add('media file', isNew ? 'created' : 'unchanged', media.path);
      ids.set(`${visibility} ${media.path}`, id);
      if (library.has(media.path)) inLibrary.push({ fileId: id, fileName, bytes: media.bytes, sha256: media.sha256 });
    }
  }
  await addPackFiles(db, enterpriseId, inLibrary);
  return (path, visibility) => (path === undefined ? null : ids.get(`${visibility} ${path}`)!);
}

/** Files of the media library: all but portraits of people, and what authors of the community show. */
function libraryFiles(pack: Pack): Set<string> {
  const others = { ...pack, people: [], community: { ...pack.community, blogs: [], questions: [] } };
  return new Set(uses(others).flatMap(([, paths]) => [...paths]));
}

function uses({
  site,
  people,
  lecturers,
  courses,
  projects,
  announcements,
  community,
  banks,
}: Pack): [Visibility, Set<string>][] {
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
  // The list grows during the iteration: children are resources, too.
  for (const resource of resources) resources.push(...(resource.children ?? []));
  const captions = resources.flatMap((resource) => captionFiles(resource.captions, site.lang).map(([, path]) => path));
  const covers = [...community.blogs, ...community.questions].map(({ cover }) => cover);
  const inPosts = postsOf(community).flatMap(({ body }) => markdownPictures(body));
  const named = (paths: (string | undefined)[]) => new Set(paths.filter((path) => path !== undefined));
  return [
    ['public', named([...pictures, ...attachments])],
    [
      'member',
      named([
        ...resources.flatMap(({ file, live }) => [file, live?.recording]),
        ...captions,
        ...covers,
        ...inPosts,
        ...banks.flatMap(bankFiles),
      ]),
    ],
  ];
}
