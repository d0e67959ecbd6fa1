import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { file } from '#src/server/file/tables.ts';
import { findZipDirectory, readZipDirectory, ZIP_TAIL, type ZipEntry } from '#src/server/core/zip-directory.ts';
import { readBytes } from '#src/server/file/store.ts';
import type { DocumentProblem } from './convert/conversion.ts';

type File = Pick<typeof file.$inferSelect, 'storeKey' | 'fileSize'>;
export type ArchiveEntry = {
  /** Place in the directory of the archive. */
  index: number;
  path: string;
  entry: ZipEntry;
  problem: 'encrypted' | 'tooLarge' | 'unsupported' | 'unsafe' | null;
};
export type Archive =
  { entries: ArchiveEntry[]; totalSize: number } | { problem: Exclude<DocumentProblem, 'oldFormat'> };

const MAX_DIRECTORY = 1024 * 1024;
/** Maximum unpacked bytes of an entry that is served, and of all entries together. */
const MAX_ENTRY = 512 * 1024 * 1024;
const MAX_TOTAL = 4 * 1024 * 1024 * 1024;
/** Entries that are not small may be this many times as large as packed. */
const MAX_RATIO = 200;
const SMALL = 1024 * 1024;

/**
 * Reads the list of a zip archive: its last bytes and its directory, never the contents. Whoever made it may lie about the
 * sizes, so that serving an entry counts them again.
 * @throws Error when the file store does not answer
 */
export async function readArchive(archive: File): Promise<Archive> {
  const { fileSize } = archive;
  const tail = await read(archive, Math.max(0, fileSize - ZIP_TAIL), fileSize);
  const directory = findZipDirectory(tail);
  if (!directory) return { problem: 'unsupported' };
  if (directory.count > MAX_ITEMS.archiveEntries || directory.size > MAX_DIRECTORY) return { problem: 'tooLarge' };
  if (directory.at + directory.size > fileSize) return { problem: 'broken' };
  const bytes = await read(archive, directory.at, directory.at + directory.size);
  const entries = readZipDirectory(bytes, directory.count);
  if (!entries) return { problem: 'broken' };
  const listed = entries
    .map((entry, index) => ({ index, entry, path: entry.name.replaceAll('\\', '/').normalize('NFC') }))
    .filter(({ path }) => !path.endsWith('/'))
    .map((each) => ({ ...each, problem: problemOf(each.path, each.entry), path: printable(each.path) }));
  const totalSize = listed.reduce((sum, { entry }) => sum + entry.unpacked, 0);
  return totalSize > MAX_TOTAL ? { problem: 'unsafe' } : { entries: listed, totalSize };
}

/** Reads the bytes from `start` to `end`, exclusive, of an archive. */
export async function read({ storeKey }: File, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  return readBytes(storeKey, start, end - 1);
}

function problemOf(path: string, { encrypted, method, packed, unpacked }: ZipEntry): ArchiveEntry['problem'] {
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..')) return 'unsafe';
  if (unpacked > SMALL && unpacked > packed * MAX_RATIO) return 'unsafe';
  if (encrypted) return 'encrypted';
  if (method !== 0 && method !== 8) return 'unsupported';
  return unpacked > MAX_ENTRY ? 'tooLarge' : null;
}

/** Control characters and those that reverse the direction of writing can hide the ending of a name. */
const printable = (path: string) => path.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');
