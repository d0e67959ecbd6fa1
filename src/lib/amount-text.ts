const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount of class hours, credits or points: `1.5`, `1,234`; at most two decimals. */
export function amountText(amount: number, language: 'zh' | 'en'): string {
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })));
  return format.format(amount);
}

/** The same with a sign, for ledger entries: `+1.5`, `−2`. */
export function signedText(amount: number, language: 'zh' | 'en'): string {
  return (amount < 0 ? '−' : '+') + amountText(Math.abs(amount), language);
}
