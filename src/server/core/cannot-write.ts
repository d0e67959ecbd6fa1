/**
 * Error codes of the file system (full, quota exceeded, mounted read-only, I/O error, no permission) and of the file store,
 * whatever its cause: S3 may be unavailable, and Node reports ENOENT for a new folder on a read-only file system.
 */
const CANNOT_WRITE_CODES = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'E_CANNOT_WRITE_FILE'];

/** Whether an error, or an error in its cause chain, means that files cannot be written at the moment. */
export function cannotWrite(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code && CANNOT_WRITE_CODES.includes(code)) return true;
  }
  return false;
}
