import { Readable } from 'node:stream';
import { AppError } from '#src/server/core/app-error.ts';
import { contentOf } from '#src/server/document/entry-content.ts';
import { readArchive } from '#src/server/document/read-archive.ts';
import { type Joined, storeContent } from '#src/server/media/upload/store-content.ts';

type Input = { archive: { storeKey: string; fileSize: number }; index: number; path: string; storeKey: string };

/**
 * Unpacks one file of an archive into the file store.
 * @throws AppError 422 for a damaged one, or one that is longer than declared; otherwise as `storeContent`
 */
export async function run({ archive, index, path, storeKey }: Input): Promise<Joined> {
  const listed = await readArchive(archive);
  const found = 'entries' in listed ? listed.entries.find((each) => each.index === index) : undefined;
  // The archive may have been replaced since it was listed.
  if (!found || found.problem || found.path !== path) throw broken();
  const { entry } = found;
  const data = await contentOf(archive, entry);
  if (data === undefined) throw broken();
  const content = typeof data === 'string' ? Readable.from([]) : Readable.fromWeb(data as never);
  let isDamaged = false;
  // What zlib says, and an entry that does not end where it should; errors of the store have other codes.
  content.on('error', (error: NodeJS.ErrnoException) => (isDamaged ||= error.code?.startsWith('Z_') ?? false));
  try {
    return await storeContent(content, { storeKey, fileName: path.split('/').at(-1)!, fileSize: entry.unpacked });
  } catch (error) {
    throw isDamaged ? broken() : error;
  }
}

const broken = () => new AppError(422, 'mediaBroken');
