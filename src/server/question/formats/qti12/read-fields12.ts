import type { Conversion } from '../convert.ts';
import { QUESTION_FILE_LIMITS as LIMITS } from '../limits.ts';
import { numberBlank } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { textOf, type XmlElement } from '../xml/parse-xml.ts';
import { askedIn, isPositive, numericIn, scoreOf, type Rule } from './conditions.ts';
import type { Parts } from './read-parts12.ts';

/** Reads texts or a number to fill in. @returns undefined, after reporting why, if they are not taken */
export function readFields(responses: XmlElement[], stem: string, rules: Rule[], to: Conversion): Parts | undefined {
  const { report, place } = to;
  const scoring = rules.filter(isPositive);
  const numeric = scoring.flatMap((rule) => numericIn(rule.condition));
  if (numeric.length > 0) {
    if (responses.length === 1) return readNumber(responses[0]!, stem, scoring, numeric, to);
    report.skipped(place, 'unsupportedType', { type: numeric[0]!.name });
    return undefined;
  }
  const asked = scoring.flatMap((rule) => askedIn(rule.condition));
  if (asked.some(({ isExact, value }) => isExact && value.toLowerCase() !== value.toUpperCase()))
    report.changed(place, 'caseSensitive');
  const idents = responses.map(({ attributes }) => attributes['ident'] ?? '');
  // Rules that name several blanks may want certain answers together.
  const together = scoring.filter((rule) => new Set(askedIn(rule.condition).map(({ response }) => response)).size > 1);
  if (together.length > 1) report.changed(place, 'scoring');
  const answer = idents.map((ident) => {
    const texts = [...new Set(asked.filter(({ response }) => response === ident).map(({ value }) => value))];
    const scores = texts.slice(0, LIMITS.accepted).map((text) => scoreOf(rules, new Map([[ident, [text]]])));
    const best = Math.max(...scores);
    return acceptedOf(
      texts.map((text, at) => ({
        text: text.replaceAll('*', '\\*'),
        weight: best > 0 && responses.length === 1 ? Math.round(((scores[at] ?? best) / best) * 100) : 100,
      })),
      to,
    );
  });
  if (answer.some((accepted) => accepted.length === 0)) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  return { type: 'blank', stem, options: [], answer };
}

function readNumber(
  { attributes }: XmlElement,
  stem: string,
  scoring: Rule[],
  numeric: XmlElement[],
  to: Conversion,
): Parts {
  const exact = scoring
    .flatMap((rule) => askedIn(rule.condition))
    .filter(({ response }) => response === (attributes['ident'] ?? ''))
    .map(({ value }) => Number(value));
  const bound = (names: string[]) =>
    numeric.filter(({ name }) => names.includes(name)).map((each) => Number(textOf(each)));
  const [low = -Infinity] = bound(['vargt', 'vargte']);
  const [high = Infinity] = bound(['varlt', 'varlte']);
  const value = exact.find(Number.isFinite) ?? (low === high ? low : null);
  const read = numberBlank(stem, [{ value, low, high, weight: 100 }], to);
  return { ...read, options: [] };
}
