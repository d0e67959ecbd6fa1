import { offered, type Conversion } from '../convert.ts';
import { htmlToMarkdown, htmlToText } from '../html-to-markdown.ts';
import { numberBlank, type FoundNumber } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { BLANK } from '../text.ts';
import { withFiles } from './moodle-texts.ts';
import { ownMarkdown } from './own-texts.ts';
import type { XmlElement } from '../xml/parse-xml.ts';
import { splitCloze, type ClozePart } from './split-cloze.ts';

const CHOICES = /^(?:MULTICHOICE|MC|MCV|MCH|MCS|MCVS|MCHS|MULTICHOICE_[VHS]{1,2})$/;
const TEXTS = /^(?:SHORTANSWER|SA|MW|SHORTANSWER_C|SAC|MWC)$/;

type Cloze = { type: 'blank'; stem: string; answer: string[][]; feedback: { label: string; text: string }[] };

/** Reads a text with embedded answers (Moodle's cloze) as a question with blanks; what can be chosen follows a blank. */
export function readCloze(source: string, element: XmlElement, to: Conversion): Cloze | undefined {
  const { report, place } = to;
  const answer: string[][] = [];
  const feedback: Cloze['feedback'] = [];
  let unsupported: string | undefined;
  let hasChoices = false;
  const scores = new Set<string>();
  const parts = splitCloze(source);
  if (!parts) {
    report.skipped(place, 'clozeField');
    return undefined;
  }
  const field = ({ score, kind, alternatives }: Exclude<ClozePart, string>): string => {
    scores.add(score || '1');
    const found = alternatives.map(({ text, ...rest }) => ({ ...rest, text: htmlToText(text, to), source: text }));
    const isChoice = CHOICES.test(kind);
    const { shown, typed } = offered(found.map(({ source, text }) => ({ shown: source, text })));
    for (const [n, each] of found.entries())
      if (each.feedback !== '')
        feedback.push({ label: isChoice ? typed[n]! : each.text, text: htmlToMarkdown(each.feedback, to) });
    if (kind === 'NUMERICAL' || kind === 'NM') {
      const { type, answer: accepted } = numberBlank('', found.map(numberOf), to);
      if (type !== 'blank') unsupported = kind;
      else answer.push((accepted as string[][])[0]!);
      return BLANK;
    }
    if (!isChoice && !TEXTS.test(kind)) unsupported = kind;
    if (/C$/.test(kind) && TEXTS.test(kind)) report.changed(place, 'caseSensitive');
    if (!isChoice) {
      answer.push(acceptedOf(found, to));
      return BLANK;
    }
    hasChoices = true;
    // What is chosen is not compared as a pattern.
    answer.push(
      acceptedOf(
        found.map(({ weight }, n) => ({ text: typed[n]!.replaceAll('*', '\\*'), weight })),
        to,
      ),
    );
    return `${BLANK} ( ${shown.join(' / ')} )`;
  };
  const text = parts.map((part) => (typeof part === 'string' ? part : field(part))).join('');
  if (unsupported !== undefined) {
    report.skipped(place, 'unsupportedType', { type: unsupported });
    return undefined;
  }
  if (answer.length === 0) {
    report.skipped(place, 'noAnswer');
    return undefined;
  }
  if (hasChoices) report.changed(place, 'choicesAsBlanks');
  if (scores.size > 1) report.changed(place, 'partialCredit', { weights: [...scores].join(' : ') });
  const fields = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.source]));
  const own = ownMarkdown(element, to.language, { fields });
  if (own !== undefined) return { type: 'blank', stem: withFiles(own, to), answer, feedback };
  const { format } = element.attributes;
  const isHtml = format === undefined || format === 'html';
  return { type: 'blank', stem: htmlToMarkdown(isHtml ? text : text.replace(/\n/g, '<br>'), to), answer, feedback };
}

/** `5:0.1` is five, a tenth more or less. */
function numberOf({ text, weight }: { text: string; weight: number }): FoundNumber {
  const [number = '', tolerance = '0'] = text.split(':');
  const value = number === '*' || number.trim() === '' ? NaN : Number(number.replace(',', '.'));
  if (!Number.isFinite(value)) return { value: null, low: -Infinity, high: Infinity, weight };
  const range = Math.abs(Number(tolerance)) || 0;
  return { value, low: value - range, high: value + range, weight };
}
