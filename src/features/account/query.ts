import { href, type Locale } from '#src/i18n/locale.ts';

type Query = Record<string, string | number | undefined>;

/** A number of an address, when it is a whole one from `min` to `max`. */
export function wholeNumber(text: string | null, min: number, max: number): number | undefined {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** A word of an address, when it is one of these. */
export function oneOf<const W extends string>(text: string | null, words: readonly W[]): W | undefined {
  return words.find((word) => word === text);
}

/** Makes addresses of one section of `/account`: the section's own query, then what is asked for. */
export function accountLink(locale: Locale, section: Query): (query: Query) => string {
  return (query) => {
    const all = Object.entries({ ...section, ...query }).filter(([, value]) => value !== undefined);
    return href(locale, `/account?${new URLSearchParams(all.map(([key, value]) => [key, String(value)]))}`);
  };
}
