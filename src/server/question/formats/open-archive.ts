import { AppError } from '#src/server/core/app-error.ts';
import { readZip, ZipError } from '#src/server/core/read-zip.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from './limits.ts';

/**
 * Unpacks an archive of questions, without what operating systems add to it.
 * @throws AppError (422)
 */
export function openArchive(bytes: Buffer): Map<string, Buffer> {
  try {
    const parts = readZip(bytes, { entries: LIMITS.entries, part: LIMITS.entry, unpacked: LIMITS.unpacked });
    const named = [...parts].map(([path, part]) => [path.replaceAll('\\', '/').normalize('NFC'), part] as const);
    return new Map(named.filter(([path]) => !/(?:^|\/)(?:__MACOSX\/|\.)/.test(path)));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    switch (error.problem) {
      case 'password':
        throw new AppError(422, 'questionFilePassword');
      case 'tooLarge':
        throw new AppError(413, 'questionFileTooLarge');
      case 'unsafe':
        throw new AppError(422, 'questionFileUnsafe');
      case 'broken':
        throw new AppError(422, 'questionFileBroken');
    }
  }
}
