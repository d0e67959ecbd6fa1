import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { cannotWrite } from './cannot-write.ts';

const failed = (code: string) => Object.assign(new Error(code), { code });

it('recognises the error of a full disk', async () => {
  const error: unknown = await writeFile('/dev/full', 'x').catch((caught: unknown) => caught);
  expect(cannotWrite(error)).toBe(true);
  expect(cannotWrite(new Error('E_CANNOT_WRITE_FILE', { cause: new Error('outer', { cause: error }) }))).toBe(true);
});

it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'E_CANNOT_WRITE_FILE'])('recognises %s', (code) => {
  expect(cannotWrite(failed(code))).toBe(true);
});

it('does not match other errors', () => {
  for (const other of [
    failed('ENOENT'),
    new Error('x', { cause: failed('ECONNRESET') }),
    new Error('ENOSPC'),
    null,
    'EROFS',
  ])
    expect(cannotWrite(other)).toBe(false);
});
