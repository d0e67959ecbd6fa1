import type { QuestionTexts } from '#src/server/question/tables.ts';

/** The stem in the language of the enterprise, or in the other one. */
export function stemOf(texts: QuestionTexts, lang: string): string {
  const own = lang === 'zh' ? texts.zh : texts.en;
  return (own ?? texts.zh ?? texts.en)!.stem;
}
