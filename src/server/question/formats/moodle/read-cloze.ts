import type { Conversion } from '../convert.ts';
import { htmlToMarkdown, htmlToText } from '../html-to-markdown.ts';
import { numberBlank, type FoundNumber } from '../numbers.ts';
import { acceptedOf } from '../short-answers.ts';
import { BLANK } from '../text.ts';
import type { XmlElement } from '../xml/parse-xml.ts';

const FIELD = /\{(\d{0,6}):([A-Z_]{1,30}):((?:\\[\s\S]|[^{}\\]){0,5000})\}/g;
const CHOICES = /^(?:MULTICHOICE|MC|MCV|MCH|MCS|MCVS|MCHS|MULTICHOICE_[VHS]{1,2})$/;
const SEVERAL = /^(?:MULTIRESPONSE|MR|MRH|MRS|MRHS|MULTIRESPONSE_[HS]{1,2})$/;
const TEXTS = /^(?:SHORTANSWER|SA|MW|SHORTANSWER_C|SAC|MWC)$/;

type Cloze = { type: 'blank'; stem: string; answer: string[][]; feedback: { label: string; text: string }[] };

/** Reads a text with embedded answers (Moodle's cloze) as a question with blanks; what can be chosen follows a blank. */
export function readCloze(source: string, { attributes }: XmlElement, to: Conversion): Cloze | undefined {
  const { report, place } = to;
  const answer: string[][] = [];
  const feedback: Cloze['feedback'] = [];
  let unsupported: string | undefined;
  let hasChoices = false;
  const scores = new Set<string>();
  const text = source.replace(FIELD, (_, score: string, kind: string, list: string) => {
    scores.add(score || '1');
    const found = alternatives(list);
    for (const each of found)
      if (each.feedback !== '') feedback.push({ label: each.text, text: htmlToMarkdown(each.feedback, to) });
    if (SEVERAL.test(kind)) unsupported = kind;
    if (kind === 'NUMERICAL' || kind === 'NM') {
      const { type, answer: accepted } = numberBlank('', found.map(numberOf), to);
      if (type !== 'blank') unsupported = kind;
      else answer.push((accepted as string[][])[0]!);
      return BLANK;
    }
    if (!CHOICES.test(kind) && !TEXTS.test(kind)) unsupported = kind;
    if (/C$/.test(kind) && TEXTS.test(kind)) report.changed(place, 'caseSensitive');
    answer.push(acceptedOf(found, to));
    if (!CHOICES.test(kind)) return BLANK;
    hasChoices = true;
    return `${BLANK} ( ${found.map((each) => escapeHtml(each.text)).join(' / ')} )`;
  });
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
  const isHtml = attributes['format'] === undefined || attributes['format'] === 'html';
  return { type: 'blank', stem: htmlToMarkdown(isHtml ? text : text.replace(/\n/g, '<br>'), to), answer, feedback };
}

type Alternative = { text: string; weight: number; feedback: string };

/** `=right#feedback~%50%half~wrong`; a backslash escapes. */
function alternatives(list: string): Alternative[] {
  return (list.match(/(?:\\[\s\S]|[^~\\])+/g) ?? []).map((each) => {
    const [, weight, text = '', feedback = ''] =
      /^(=|%-?[\d.]+%)?((?:\\[\s\S]|[^#\\])*)(?:#([\s\S]*))?$/.exec(each.trim()) ?? [];
    const share = weight === '=' ? 100 : weight === undefined ? 0 : Number(weight.slice(1, -1));
    return { text: htmlToText(unescape(text)), weight: share, feedback: unescape(feedback) };
  });
}

/** `5:0.1` is five, a tenth more or less. */
function numberOf({ text, weight }: Alternative): FoundNumber {
  const [number = '', tolerance = '0'] = text.split(':');
  const value = number === '*' || number.trim() === '' ? NaN : Number(number.replace(',', '.'));
  if (!Number.isFinite(value)) return { value: null, low: -Infinity, high: Infinity, weight };
  const range = Math.abs(Number(tolerance)) || 0;
  return { value, low: value - range, high: value + range, weight };
}

const unescape = (text: string) => text.replace(/\\([~=#{}"\\/])/g, '$1');
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
