import type { examSection } from './tables/exam.ts';
import type { PaperQuestion, PaperTranslation } from './tables/attempt.ts';
import type {
  question,
  QuestionHtml,
  QuestionKey,
  QuestionLang,
  questionVersion,
} from '#src/server/question/tables.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { chooseQuestions } from './choose-questions.ts';
import { fitCriteria } from './fit-criteria.ts';
import { shuffle } from '#src/lib/shuffle.ts';

/** A question of a bank in its current version. `lang`: language of the enterprise. */
export type Question = typeof question.$inferSelect &
  Pick<typeof questionVersion.$inferSelect, 'texts' | 'answer' | 'criteria' | 'html'> & { lang: string };
/** A section of an exam with the questions that it can draw, in the order of the bank. */
export type Drawn = {
  section: Pick<typeof examSection.$inferSelect, 'title' | 'count' | 'scoreEach'> & {
    /** Time of the section, seconds; null or missing: it has none. */
    limitSeconds?: number | null;
  };
  bank: Question[];
  /** Scores by question, of a fixed paper; else all questions have `scoreEach`. */
  scores?: ReadonlyMap<string, string>;
  /** Index in the ends of the sections, if the paper has times of sections. */
  part?: number;
};
type Rules = { shuffleQuestions: boolean; shuffleOptions: boolean; equalDifficulty?: boolean };

/**
 * Composes a paper: the required number of questions for each section, at random if the bank has more.
 * @param random returns numbers in [0, 1), which determine the selection and the order
 * @throws AppError 409 when a bank has fewer questions than a section requires, or the paper would be empty
 */
export function composePaper(
  sections: Drawn[],
  { shuffleQuestions, shuffleOptions, equalDifficulty }: Rules,
  random: () => number,
): PaperQuestion[] {
  const parts = sections.map(({ section, bank }) => ({ count: section.count, pool: bank }));
  const { chosen, lacks } = chooseQuestions(parts, random, equalDifficulty);
  if (lacks.some((missing) => missing > 0)) throw new AppError(409, 'examNotReady');
  const paper = sections.flatMap(({ section, bank, scores, part }, i) => {
    const items = chosen[i]!;
    if (!shuffleQuestions) items.sort((a, b) => bank.indexOf(a) - bank.indexOf(b));
    return items.map((item) => {
      const score = Number(scores?.get(item.id) ?? section.scoreEach);
      const frozen = freeze(item, section.title, score, shuffleOptions ? random : null);
      return part === undefined ? frozen : { ...frozen, part };
    });
  });
  if (paper.length === 0) throw new AppError(409, 'examNotReady');
  return paper;
}

function freeze(item: Question, section: string, score: number, random: (() => number) | null): PaperQuestion {
  const lang = mainLanguage(item);
  const text = item.texts[lang]!;
  const options = random && !item.keepsOrder ? shuffle(text.options, random) : text.options;
  // Options are lettered in their order on the paper, and the correct answer is renamed accordingly.
  const letters = new Map(options.map((option, i) => [option.key, String.fromCharCode(65 + i)]));
  const rename = (key: string) => letters.get(key) ?? key;
  const html = renamedHtml(item.html[lang], rename);
  const other = translation(item, lang === 'zh' ? 'en' : 'zh', rename);
  return {
    questionId: item.id,
    version: item.version,
    lang,
    section,
    type: item.type,
    stem: text.stem,
    options: options.map((option) => ({ key: rename(option.key), text: option.text })),
    blanks: item.type === 'blank' ? (item.answer as string[][]).length : 0,
    score,
    answer: renameKey(item, rename),
    analysis: text.analysis,
    ...(item.criteria.length > 0 && { criteria: fitCriteria(item.criteria, score) }),
    ...(html && { html }),
    ...(other && { other }),
  };
}

/** The language of the enterprise, if the question has it. */
function mainLanguage({ lang, texts }: Question): QuestionLang {
  const own = lang === 'zh' ? 'zh' : 'en';
  return texts[own] ? own : own === 'zh' ? 'en' : 'zh';
}

function translation(
  { texts, html }: Question,
  lang: QuestionLang,
  rename: (key: string) => string,
): PaperTranslation | undefined {
  const text = texts[lang];
  if (!text) return undefined;
  const options = text.options
    .map((option) => ({ key: rename(option.key), text: option.text }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return { lang, stem: text.stem, options, analysis: text.analysis, html: renamedHtml(html[lang], rename) ?? {} };
}

function renamedHtml(html: QuestionHtml | undefined, rename: (key: string) => string): QuestionHtml | undefined {
  if (!html?.options) return html;
  const options = Object.entries(html.options).map(([key, text]) => [rename(key), text]);
  return { ...html, options: Object.fromEntries(options) as Record<string, string> };
}

function renameKey({ type, answer }: Question, rename: (key: string) => string): QuestionKey {
  if (type === 'single') return rename(answer as string);
  if (type === 'multiple') return (answer as string[]).map(rename).sort();
  return answer;
}
