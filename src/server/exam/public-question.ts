import type { PaperQuestion } from './tables/attempt.ts';
import { signMedia } from '#src/server/question/sign-media.ts';

type Signing = { enterpriseId: string; now: Date };

/**
 * Returns the public part of a question of a paper: neither the answer nor the analysis, also not rendered. The fields are
 * listed, so that new ones are not sent by accident.
 */
export function publicQuestion(question: PaperQuestion, { enterpriseId, now }: Signing) {
  const { questionId, section, type, lang = null, stem, options, html = {}, other, blanks, score } = question;
  const rendered = ({ stem, options }: typeof html) => signMedia({ stem, options }, enterpriseId, now);
  return {
    ...{ questionId, section, type, lang, stem, options, blanks, score },
    html: rendered(html),
    other: other ? { lang: other.lang, stem: other.stem, options: other.options, html: rendered(other.html) } : null,
  };
}

/** Returns the rendered analysis and reference text of a question of a paper. */
export function renderedKey({ html: { analysis, reference } = {} }: PaperQuestion, { enterpriseId, now }: Signing) {
  return signMedia({ analysis, reference }, enterpriseId, now);
}

/** Returns a question of a paper with its texts in a language, if it has them, instead of the main language. */
export function inLanguage(question: PaperQuestion, lang: string): PaperQuestion {
  const { other } = question;
  if (other?.lang !== lang) return question;
  const { other: _, ...rest } = question;
  return { ...rest, ...other };
}
