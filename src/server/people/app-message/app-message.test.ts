import { describe, expect, it } from 'vitest';
import { cutBytes } from './app-message.ts';

describe('cutBytes', () => {
  it.each([
    ['short', 5, 'short'],
    ['通知', 6, '通知'],
    ['通知通知', 9, '通知…'],
    ['通知通知', 10, '通知…'],
    ['a😀😀', 8, 'a😀…'],
    ['a😀😀', 7, 'a…'],
  ])('%s within %i bytes', (text, bytes, expected) => {
    const cut = cutBytes(text, bytes);
    expect(cut).toBe(expected);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
  });
});
