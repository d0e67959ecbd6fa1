/** Formats an amount with its currency for a language: `¥99.90`, in English `CN¥99.90`. */
export function moneyText(amount: number, currency: string, language: 'zh' | 'en'): string {
  return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', { style: 'currency', currency }).format(amount);
}

/** The exact sum of prices times seats, calculated in hundredths, not in floating point. */
export function totalOf(items: { price: number; seats: number }[]): number {
  return items.reduce((sum, { price, seats }) => sum + Math.round(price * 100) * seats, 0) / 100;
}
