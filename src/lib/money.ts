/** An amount with its currency as people of a language write it: `¥99.90`, in English `CN¥99.90`. */
export function moneyText(amount: number, currency: string, language: 'zh' | 'en'): string {
  return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', { style: 'currency', currency }).format(amount);
}

/** The exact sum of prices and numbers of seats: hundredths are added up, not fractions. */
export function totalOf(items: { price: number; seats: number }[]): number {
  return items.reduce((sum, { price, seats }) => sum + Math.round(price * 100) * seats, 0) / 100;
}
