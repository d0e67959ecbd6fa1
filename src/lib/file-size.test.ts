import { expect, it } from 'vitest';
import { fileSizeText } from './file-size.ts';

it('formats sizes in B, KB, MB or GB', () => {
  const MB = 1024 ** 2;
  expect(
    [0, 1, 1023, 1024, 1536, 10 * 1024, 1023.7 * 1024, MB, 12.4 * MB, 1024 * MB, 5000 * 1024 * MB].map(fileSizeText),
  ).toEqual(['0 B', '1 B', '1023 B', '1 KB', '1.5 KB', '10 KB', '1 MB', '1 MB', '12 MB', '1 GB', '5000 GB']);
});
