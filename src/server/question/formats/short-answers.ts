import type { Conversion } from './convert.ts';
import { countBlanks } from './text.ts';

/** A text of a file, its share of the score, per cent, and what is told about it; no `feedback`: the candidate sees it anyway. */
export type FoundText = { text: string; weight: number; feedback?: string };

/**
 * Returns the texts that are accepted in a blank: those with the full score. Moodle's `*` stands for any characters, and an
 * accepted `*` alone would accept everything.
 */
export function acceptedOf(texts: FoundText[], { report, place }: Pick<Conversion, 'report' | 'place'>): string[] {
  const partial = texts.filter(({ weight }) => weight > 0 && weight < 100);
  if (partial.length > 0)
    report.changed(place, 'partialCredit', {
      weights: partial.map(({ text, weight }) => `${text} ${weight} %`).join(', '),
    });
  const best = Math.max(...texts.map(({ weight }) => weight));
  const full = texts.filter(({ weight }) => weight >= 100 || (best > 0 && weight === best));
  // What scores nothing is kept by what is told about it; `*` is any other answer.
  const wrong = texts.filter((each) => each.weight <= 0 && !full.includes(each) && each.feedback === '');
  const shown = wrong.filter(({ text }) => text !== '' && text !== '*').map(({ text }) => text);
  if (shown.length > 0) report.changed(place, 'wrongAnswers', { texts: shown.join(', ').slice(0, 200) });
  const wild = full.filter(({ text }) => /(?<!\\)\*/.test(text));
  if (wild.length > 0) report.changed(place, 'wildcard', { texts: wild.map(({ text }) => text).join(', ') });
  const plain = full.filter((each) => !wild.includes(each)).map(({ text }) => text.replaceAll('\\*', '*'));
  return [...new Set(plain)].filter((text) => text !== '');
}

/** Separates the texts that are accepted in one blank where a format has room for one only. */
export const ACCEPTED_SEPARATOR = ' | ';

/** Writes the accepted texts of a blank as one text. */
export const joinAccepted = (texts: string[]): string =>
  texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join(ACCEPTED_SEPARATOR);

/** Reads them. */
export const splitAccepted = (text: string): string[] =>
  (text.match(/(?:\\[\s\S]|[^|\\]|\\$)+/g) ?? [])
    .map((part) => part.replace(/\\([\\|])/g, '$1').trim())
    .filter((part) => part !== '');

/**
 * Returns the accepted texts of a matching question that stands for a question with several blanks, as `writeGift` writes
 * it: the pairs are `(1)`, `(2)` … in the order of the marks in the stem. Undefined for any other.
 */
export function ownBlanks(stem: string, pairs: { left: string; right: string }[]): string[][] | undefined {
  const isOwn =
    countBlanks(stem.split(/\{mlang\}/)[0]!) === pairs.length &&
    pairs.every(({ left }, index) => left === `(${index + 1})`);
  return isOwn ? pairs.map(({ right }) => splitAccepted(right)) : undefined;
}
