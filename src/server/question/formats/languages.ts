import type { Language, Place, QuestionDraft, QuestionTexts } from './draft.ts';
import type { Report } from './report.ts';
import { cleanText } from './text.ts';

/*
 * Texts in several languages, as Moodle's multi-language content has them: `{mlang zh}…{mlang}{mlang en}…{mlang}`. Used where
 * a format has one text only.
 */

const SEGMENT = /\{\s*mlang\s+([^{}]{1,60})\}((?:(?!\{\s*mlang\s)[\s\S])*?)\{\s*mlang\s*\}/g;
/** Hides the braces of a text that has them itself. */
const HIDDEN = '{&#109;lang';

type ByLanguage = Partial<Record<Language, string>>;

/**
 * Writes a text per language as one text.
 * @param plain the language in which a text stays as it is; null if the question has others
 */
export function joinLanguages(texts: ByLanguage, plain: Language | null): string {
  const entries = Object.entries(texts);
  const [only] = entries;
  if (entries.length === 1 && only![0] === plain && !only![1].includes('{mlang')) return only![1];
  return entries.map(([language, text]) => `{mlang ${language}}${text.replaceAll('{mlang', HIDDEN)}{mlang}`).join('');
}

/** Divides a text by language; undefined if it has one only. What stands outside belongs to each. */
function splitLanguages(text: string, told: { report: Report; place: Place }): ByLanguage | undefined {
  if (!text.includes('{mlang') && !/\{\s+mlang/.test(text)) return undefined;
  const matches = [...text.matchAll(SEGMENT)];
  const known = matches.flatMap((match) => languagesOf(match[1]!).map((language) => [language, match] as const));
  if (known.length === 0) return undefined;
  const dropped = matches.filter((match) => languagesOf(match[1]!).length === 0 && !/\bother\b/.test(match[1]!));
  for (const [, language] of dropped) told.report.changed(told.place, 'languageDropped', { language: language! });
  const found: ByLanguage = {};
  for (const language of new Set(known.map(([name]) => name))) {
    const own = text.replace(SEGMENT, (_, names: string, inner: string) =>
      languagesOf(names).includes(language) ? inner.replaceAll(HIDDEN, '{mlang') : '',
    );
    found[language] = cleanText(own);
  }
  return found;
}

const languagesOf = (names: string): Language[] =>
  names.split(',').flatMap((name) => {
    const short = name.trim().toLowerCase().slice(0, 2);
    return short === 'zh' || short === 'en' ? [short] : [];
  });

/** Divides the texts of a question by language; a text without division is that of each. */
export function textsByLanguage(
  texts: QuestionTexts,
  fileLanguage: Language,
  told: { report: Report; place: Place },
): QuestionDraft['texts'] {
  const divided = new Map<string, ByLanguage>();
  for (const text of [texts.stem, ...texts.options.map((option) => option.text), texts.analysis ?? '']) {
    const found = splitLanguages(text, told);
    if (found) divided.set(text, found);
  }
  if (divided.size === 0) return { [fileLanguage]: texts };
  const inLanguage = (text: string, language: Language) => {
    const found = divided.get(text);
    return found ? (found[language] ?? '') : text;
  };
  const stem = divided.get(texts.stem);
  const languages = stem
    ? (Object.keys(stem) as Language[])
    : [...new Set([...divided.values()].flatMap((found) => Object.keys(found) as Language[]))];
  return Object.fromEntries(
    languages.map((language) => [
      language,
      {
        stem: inLanguage(texts.stem, language),
        options: texts.options.map(({ key, text }) => ({ key, text: inLanguage(text, language) })),
        analysis: texts.analysis === null ? null : inLanguage(texts.analysis, language) || null,
      },
    ]),
  );
}
