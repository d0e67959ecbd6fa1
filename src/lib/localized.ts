/** The text in a language, or in the other language if only that exists. */
export function localizedText(text: { zh?: string; en?: string } | null | undefined, locale: 'zh' | 'en'): string {
  return text?.[locale] || text?.[locale === 'zh' ? 'en' : 'zh'] || '';
}
