import { expect, it } from 'vitest';
import { isCreditCode } from './credit-code.ts';

it('accepts real codes, and rejects each with one wrong character', () => {
  // Published codes of Tencent, Huawei and Alibaba.
  for (const code of ['9144030071526726XG', '914403001922038216', '91330100799655058B']) {
    expect(isCreditCode(code), code).toBe(true);
    for (let at = 0; at < 18; at += 1) {
      const other = code[at] === '7' ? '8' : '7';
      expect(isCreditCode(code.slice(0, at) + other + code.slice(at + 1)), `${code} at ${at}`).toBe(false);
    }
  }
});

it.each(['', '9144030071526726X', '9144030071526726xg', '9144030071526726XGG', '91440300715267260O'])(
  'rejects %j',
  (code) => {
    expect(isCreditCode(code)).toBe(false);
  },
);
