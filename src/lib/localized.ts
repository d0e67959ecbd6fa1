/** The text in a language, or in the other one when the enterprise wrote only that. */
export function localizedText(text: { zh?: string; en?: string } | null | undefined, locale: 'zh' | 'en'): string {
  return text?.[locale] || text?.[locale === 'zh' ? 'en' : 'zh'] || '';
}
