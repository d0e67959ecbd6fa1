import { createContext, use, useState } from 'react';
import type { Locale } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';

type Texts = Readonly<Record<Locale, string>>;

/** The languages that the enterprise offers (docs/specification.md, section "Languages"), the default first. */
export const OfferedContext = createContext<readonly Locale[]>(LOCALES);

/** The languages that have a text. */
const writtenIn = (texts: Texts) => LOCALES.filter((lang) => texts[lang].trim() !== '');

/** The languages that are offered and have no text, while another one has. */
export function missingIn(offered: readonly Locale[], texts: Texts): Locale[] {
  const written = writtenIn(texts);
  return written.length === 0 ? [] : offered.filter((lang) => !written.includes(lang));
}

/**
 * The languages that have a field: those that are offered, and those with a text, until the page is left: also after that was removed.
 * @param written languages that have a text
 */
export function useShown(written: readonly Locale[]): Locale[] {
  const offered = use(OfferedContext);
  const [kept, setKept] = useState(written);
  if (written.some((lang) => !kept.includes(lang))) setKept([...kept, ...written]);
  return LOCALES.filter((lang) => offered.includes(lang) || kept.includes(lang));
}

/** The languages of a text that have a field, and those that are missing. */
export function useLanguages(texts: Texts): { shown: Locale[]; missing: Locale[] } {
  return { shown: useShown(writtenIn(texts)), missing: missingIn(use(OfferedContext), texts) };
}

/** A language that is chosen where each has its own tab, or one that is offered instead. */
export const offeredOr = (offered: readonly Locale[], chosen: Locale): Locale =>
  offered.includes(chosen) ? chosen : offered[0]!;
