import { describe, expect, it } from 'vitest';
import { isTaxNumber, plainTaxNumber } from './tax-number.ts';

describe('tax numbers', () => {
  it('are unified social credit codes with the right check character', () => {
    // Of Tencent, Alibaba and Huawei.
    for (const code of ['9144030071526726XG', '91330100799655058B', '914403001922038216'])
      expect(isTaxNumber(code), code).toBe(true);
    for (const code of ['9144030071526726XH', '91330100799655058I', '914403001922038261', '91440300192203821O'])
      expect(isTaxNumber(code), code).toBe(false);
  });

  it('may be older ones of China, and those of other countries', () => {
    for (const code of ['440300192203821', '44030019220382100001', 'NO987654321MVA', 'DE123456789'])
      expect(isTaxNumber(code), code).toBe(true);
    for (const code of ['', '12345', '9144030071', 'D1', 'DE-12', '中国', 'no987654321mva'])
      expect(isTaxNumber(code), code).toBe(false);
  });

  it('are stored without separators and in capitals', () => {
    expect(plainTaxNumber(' no 987.654-321 mva ')).toBe('NO987654321MVA');
  });
});
