/**
 * Languages of the portal; the first is default and fallback, without a path prefix (docs/specification.md, section
 * "Languages").
 */
export const LOCALES = ['zh', 'en'] as const;

/** What an enterprise can offer, the default first. */
export const OFFERED_LANGUAGES = ['zh', 'en', 'zh,en', 'en,zh'] as const;
export type OfferedLanguages = (typeof OFFERED_LANGUAGES)[number];

/**
 * The languages of the pages of an enterprise, the default first.
 * @param offered null: both
 * @param own language of its content
 */
export function languagesOf(offered: OfferedLanguages | null, own: string): (typeof LOCALES)[number][] {
  return (offered ?? (own === 'en' ? 'en,zh' : 'zh,en')).split(',') as (typeof LOCALES)[number][];
}
