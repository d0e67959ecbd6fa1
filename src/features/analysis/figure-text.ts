import type { Locale } from '#src/i18n/locale.ts';

const number = (locale: Locale, digits: number, value: number) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** A share of 0 to 1 as a percentage, `62%`; a dash without a figure. */
export const percentText = (share: number | null, locale: Locale): string =>
  share === null ? '–' : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** A coefficient with two decimals, `0.36`; a dash without a figure. */
export const coefficientText = (value: number | null, locale: Locale): string =>
  value === null ? '–' : number(locale, 2, value).replace('-', '−');

/** A score with at most one decimal; a dash without a figure. */
export const scoreText = (value: number | null, locale: Locale): string =>
  value === null ? '–' : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
