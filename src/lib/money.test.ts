import { describe, expect, it } from 'vitest';
import { moneyText, totalOf } from './money.ts';

describe('money', () => {
  it('is formatted for the language', () => {
    expect(moneyText(1280, 'CNY', 'zh')).toBe('¥1,280.00');
    expect(moneyText(0.1, 'USD', 'en')).toBe('$0.10');
  });

  it('is summed exactly', () => {
    expect(totalOf([{ price: 0.1, seats: 3 }])).toBe(0.3);
    expect(
      totalOf([
        { price: 99.9, seats: 2 },
        { price: 1.15, seats: 100 },
      ]),
    ).toBe(314.8);
    expect(totalOf([])).toBe(0);
  });
});
