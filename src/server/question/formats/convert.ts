import type { Language, Place, QuestionDraft, QuestionTexts } from './draft.ts';
import { textsByLanguage } from './languages.ts';
import type { FindFile } from './clean-html.ts';
import type { Report } from './report.ts';
import { BLANK, escapeMarkdown, optionKey, withBlanks } from './text.ts';

/** What readers need to convert one question. */
export type Conversion = {
  place: Place;
  language: Language;
  topic: string | null;
  report: Report;
  findFile: FindFile;
};

/** An option as a file has it. `weight`: share of the score for choosing it, per cent. */
export type FoundOption = { text: string; weight: number; feedback: string };

/** The right options of a choice question, and what is said about each; reports what our scoring does differently. */
export function choiceOf(
  options: FoundOption[],
  wantsSeveral: boolean,
  { report, place }: Pick<Conversion, 'report' | 'place'>,
): { type: 'single' | 'multiple'; answer: string | string[]; options: QuestionTexts['options'] } {
  const right = options.flatMap(({ weight }, index) =>
    (wantsSeveral ? weight > 0 : weight >= 100) ? [optionKey(index)] : [],
  );
  const best = Math.max(...options.map(({ weight }) => weight));
  const keys =
    right.length > 0 || best <= 0 ? right : options.flatMap(({ weight }, n) => (weight === best ? [optionKey(n)] : []));
  if (!wantsSeveral && options.some(({ weight }) => weight !== 0 && weight !== 100))
    report.changed(place, 'partialCredit', { weights: weightsOf(options) });
  if (wantsSeveral && !isEvenlyWeighted(options, keys.length))
    report.changed(place, 'partialCredit', { weights: weightsOf(options) });
  const listed = options.map(({ text }, index) => ({ key: optionKey(index), text }));
  if (wantsSeveral && keys.length > 1) return { type: 'multiple', answer: keys, options: listed };
  if (wantsSeveral && keys.length === 1) report.changed(place, 'multipleAsSingle');
  if (!wantsSeveral && keys.length > 1) report.changed(place, 'severalRight', { keys: keys.join(', '), key: keys[0]! });
  return { type: 'single', answer: keys[0] ?? '', options: listed };
}

/** Right options that share the score, and wrong ones that take all of it: nearest to `multiple`, which has no part scores. */
function isEvenlyWeighted(options: FoundOption[], right: number): boolean {
  const share = 100 / right;
  return options.every(({ weight }) => weight === -100 || Math.abs(weight - share) < 0.1);
}

const weightsOf = (options: FoundOption[]) =>
  options.flatMap(({ weight }, index) => (weight === 0 ? [] : [`${optionKey(index)} ${weight} %`])).join(', ');

/** The explanation of a question: general feedback, then what is said about single options. */
export function analysisOf(
  general: string,
  feedback: { label: string; text: string }[],
  { report, place }: Pick<Conversion, 'report' | 'place'>,
): string | null {
  const told = feedback.filter(({ text }) => text !== '');
  if (told.length > 0) report.changed(place, 'optionFeedback', { count: told.length });
  const list = told
    .map(({ label, text }) => `- **${escapeMarkdown(label)}** ${text.replace(/\n/g, '\n  ')}`)
    .join('\n');
  const parts = [general, list].filter((part) => part !== '');
  return parts.length > 0 ? parts.join('\n\n') : null;
}

/** What nobody can type: pictures, formulas, markup that counts. */
const NOT_TYPED = /<(?:[a-z]+:)?(?:img|math|sub|sup|object|audio|table)\b|!\[|\\\(|(?<!\\)\$/i;

/**
 * How choices are offered beside a blank, and what is typed for each: its text or, if one of them cannot be typed, its letter.
 * @param choices as they are shown, in HTML or Markdown, and their texts
 */
export function offered(choices: { shown: string; text: string }[]): { shown: string[]; typed: string[] } {
  const isTyped = choices.every(({ shown, text }) => text !== '' && !NOT_TYPED.test(shown));
  return isTyped
    ? { shown: choices.map(({ shown }) => shown), typed: choices.map(({ text }) => text) }
    : {
        shown: choices.map(({ shown }, index) => `${optionKey(index)}. ${shown}`),
        typed: choices.map((_, index) => optionKey(index)),
      };
}

/**
 * Pairs to be matched as a question with a blank for each: what can be chosen is listed below.
 * @param choices in Markdown
 */
export function pairsAsBlanks(
  stem: string,
  pairs: { left: string; right: string }[],
  choices: string[],
): { stem: string; answer: string[][] } {
  const rows = pairs.map(({ left }) => `- ${left.replace(/\s*\n\s*/g, ' ')} — ${BLANK}`);
  const offered = [...new Set(choices)].sort((a, b) => a.localeCompare(b));
  return {
    stem: [stem, rows.join('\n'), `( ${offered.join(' / ')} )`].filter((part) => part !== '').join('\n\n'),
    answer: pairs.map(({ right }) => [right]),
  };
}

/** The same of pairs as Moodle has them: those without a left side are only offered. */
export function matchesAsBlanks(
  stem: string,
  pairs: { left: string; right: string; shown: string }[],
): { stem: string; answer: string[][] } {
  // What belongs to several is offered once.
  const distinct = [...new Map(pairs.map((pair) => [pair.right + pair.shown, pair])).values()];
  const { shown, typed } = offered(distinct.map(({ right, shown }) => ({ shown, text: right })));
  const typedOf = (pair: { right: string; shown: string }) =>
    typed[distinct.findIndex(({ right, shown }) => right + shown === pair.right + pair.shown)]!;
  const asked = pairs.filter(({ left }) => left !== '').map((pair) => ({ left: pair.left, right: typedOf(pair) }));
  return pairsAsBlanks(stem, asked, shown);
}

/** A draft with the texts of one language. */
export function draftOf(
  parts: Pick<QuestionDraft, 'code' | 'type' | 'tags' | 'answer' | 'criteria' | 'storedId' | 'keepsOrder'> &
    QuestionTexts,
  { place, language, topic, report }: Conversion,
): QuestionDraft {
  const { code, type, tags, answer, criteria, storedId, keepsOrder, stem, options, analysis } = parts;
  const texts = textsByLanguage({ stem, options, analysis }, language, { report, place });
  if (type === 'blank')
    for (const each of Object.values(texts)) each.stem = withBlanks(each.stem, (answer as string[][]).length);
  const difficulty = tags.map((tag) => DIFFICULTY.exec(tag)?.[1]).find((found) => found !== undefined);
  return {
    code,
    type,
    difficulty: difficulty === undefined ? null : (Number(difficulty) as QuestionDraft['difficulty']),
    topic,
    tags: tags.filter((tag) => !DIFFICULTY.test(tag)),
    texts,
    answer,
    ...(criteria && { criteria }),
    ...(storedId !== undefined && { storedId }),
    ...(keepsOrder !== undefined && options.length > 0 && { keepsOrder }),
    place,
  };
}

/** The tag that holds the difficulty in formats without a field for it. */
const DIFFICULTY = /^difficulty:([1-4])$/;
