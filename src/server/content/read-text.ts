import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Report } from '#src/server/pack/located.ts';

/** Maximum size of a text file of a pack: about 200,000 rows of people. */
export const MAX_TEXT_BYTES = 20 * 1024 * 1024;

/** Reported message: the text has another encoding. */
export const NOT_UTF_8 = 'is not UTF-8 text (from a spreadsheet, save it as "CSV UTF-8")';

/**
 * Reads a text file of a pack, see {@link openText}.
 * @returns undefined when a mistake was reported
 */
export async function readText(folder: string, file: string, report: Report): Promise<string | undefined> {
  const handle = await openText(folder, file, report);
  if (!handle) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
  } catch (error) {
    report({ file, line: 1, message: problemOf(error) });
    return undefined;
  } finally {
    await handle.close();
  }
}

/**
 * Opens a text file of a pack. It must be a regular file inside the pack's folder, after resolving symbolic links, of at most
 * `MAX_TEXT_BYTES`; anything else, e.g. a device, is reported and not opened.
 * @returns undefined when a mistake was reported; otherwise the caller closes the file
 */
export async function openText(folder: string, file: string, report: Report): Promise<FileHandle | undefined> {
  const fail = (message: string) => {
    report({ file, line: 1, message });
    return undefined;
  };
  try {
    const path = await realpath(join(folder, file));
    if (!path.startsWith((await realpath(folder)) + sep)) return fail("points outside the pack's folder");
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const facts = await handle.stat();
    if (facts.isFile() && facts.size <= MAX_TEXT_BYTES) return handle;
    await handle.close();
    return fail(facts.isFile() ? `is larger than ${MAX_TEXT_BYTES / 1024 / 1024} MB` : 'is not a regular file');
  } catch (error) {
    return fail(problemOf(error));
  }
}

/** Returns the message for an error of opening, reading or decoding a file. */
export function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return NOT_UTF_8;
  return code === 'ENOENT' ? 'is missing' : `cannot be read: ${message}`;
}
