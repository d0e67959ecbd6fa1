import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Report } from '#src/server/content/located.ts';

/** Bytes of one text file of a pack: some 200,000 rows of people. */
export const MAX_TEXT_BYTES = 20 * 1024 * 1024;

/**
 * Reads a text file of a pack: a regular file that lies inside the pack's folder, also after symbolic links, of at most
 * `MAX_TEXT_BYTES`. Anything else is reported and not read, e.g. a device that never ends.
 * @returns undefined when it was reported
 */
export async function readText(folder: string, file: string, report: Report): Promise<string | undefined> {
  const bytes = await readBytes(folder, file);
  if (typeof bytes === 'string') {
    report({ file, line: 1, message: bytes });
    return undefined;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    report({ file, line: 1, message: 'is not UTF-8 text (from a spreadsheet, save it as "CSV UTF-8")' });
    return undefined;
  }
}

/** @returns the bytes, or what is wrong */
async function readBytes(folder: string, file: string): Promise<Buffer | string> {
  try {
    const path = await realpath(join(folder, file));
    if (!path.startsWith((await realpath(folder)) + sep)) return "points outside the pack's folder";
    // Without O_NONBLOCK, opening a named pipe waits for somebody to write into it.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) return 'is not a regular file';
      if (facts.size > MAX_TEXT_BYTES) return `is larger than ${MAX_TEXT_BYTES / 1024 / 1024} MB`;
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return missing ? 'is missing' : `cannot be read: ${(error as Error).message}`;
  }
}
