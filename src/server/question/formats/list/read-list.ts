import type { Language } from '../draft.ts';
import type { FindFile } from '../clean-html.ts';
import type { Report } from '../report.ts';
import { countMarks, readType } from '../table/cell-values.ts';
import { columnsOf, headingOf, type Column } from '../table/columns.ts';
import { readTable, type Row } from '../table/read-table.ts';
import { optionKey } from '../text.ts';

/* Lists of questions as people write them in a word processor: numbered stems, lettered options, a line with the answer. */

/** `1.`, `12、`, `(3)`, `第4题`. */
const NUMBERED =
  /^\s{0,8}(?:第\s{0,2}\d{1,4}\s{0,2}题|[(（]\d{1,4}[)）]|\d{1,4}\s{0,2}[.．、)）:：])\s{0,4}(?!\d)(.+)$/;
const OPTION = /^\s{0,8}[(（]?([A-HＡ-Ｈ])\s{0,2}[.．、:：)）]\s{0,4}(.*)$/;
/** Further options on the line of one. */
const NEXT_OPTION = /[\s;；]{1,8}[(（]?([B-HＢ-Ｈ])\s{0,2}[.．、:：)）]\s{0,4}/g;
/** `一、单选题（每题 2 分）`, `Part 2: True or false`. */
const HEADING =
  /^\s{0,8}(?:[一二三四五六七八九十]{1,3}[、.．]|(?:part|section)\s{1,3}\w{1,5}[.:：]?)\s{0,4}(.{1,40})$/i;
const LABELS: [RegExp, Label][] = [
  [
    /^[【[（(]?\s{0,2}(?:正确答案|参考答案|标准答案|答案|答|correct answer|answer|key)\s{0,2}[】\])）]?\s{0,2}[:：]?\s{0,4}/i,
    'answer',
  ],
  [
    /^[【[（(]?\s{0,2}(?:答案解析|试题解析|解析|explanation|analysis)\s{0,2}[】\])）]?\s{0,2}[:：]?\s{0,4}/i,
    'analysis',
  ],
  [/^[【[（(]?\s{0,2}(?:难易程度|难度|difficulty)\s{0,2}[】\])）]?\s{0,2}[:：]?\s{0,4}/i, 'difficulty'],
  [/^[【[（(]?\s{0,2}(?:知识点|考点|topic)\s{0,2}[】\])）]?\s{0,2}[:：]?\s{0,4}/i, 'topic'],
];
/** `（单选题）`, `[判断]` at the start or the end of a stem. */
const TYPE_MARK = /^[【[（(]([^】\])）]{2,24})[】\])）]\s{0,4}|\s{0,4}[【[（(]([^】\])）]{2,24})[】\])）]$/;
/** An answer in the brackets of a stem: `应当（ B ）。` */
const INLINE = /[(（]\s{0,4}([A-HＡ-Ｈ](?:[、,，]?\s?[A-HＡ-Ｈ]){0,7}|√|×|✓|✗|对|错)\s{0,4}[)）]/;

type Label = 'answer' | 'analysis' | 'difficulty' | 'topic';
type Found = Record<Label | 'stem' | 'type', string> & { options: string[]; line: number };
const LISTED = ['type', 'stem', 'answer', 'analysis', 'difficulty', 'topic'] as const;

/** Whether a text is such a list: it has numbered stems, and answers with their label or in brackets. */
export function isList(text: string): boolean {
  const lines = text.slice(0, 100_000).split('\n');
  const has = (test: (line: string) => boolean) => lines.some(test);
  return (
    !text.includes('::') &&
    has((line) => NUMBERED.test(line)) &&
    has((line) => labelOf(line.trim())?.label === 'answer' || (NUMBERED.test(line) && INLINE.test(line))) &&
    !has((line) => /^[^{}]{0,2000}\{[^{}]{0,2000}[=~]/.test(line))
  );
}

/** Reads a list of questions. What stands before the first question is named in the report. */
export function readList(
  text: string,
  { file, language, report, findFile }: { file: string; language: Language; report: Report; findFile: FindFile },
): void {
  const found = divide(text, (line) =>
    report.changed({ file, line, item: null }, 'elementDropped', { element: 'text' }),
  );
  const most = Math.max(0, ...found.map(({ options }) => options.length));
  const columns: Column[] = columnsOf(language, most, false).filter(
    ({ field }) => field === 'option' || (LISTED as readonly string[]).includes(field),
  );
  const cellOf = (each: Found, column: Column) =>
    column.field === 'option'
      ? (each.options[column.option.charCodeAt(0) - 65] ?? '')
      : each[column.field as (typeof LISTED)[number]];
  const rows = found.map((each): Row => ({ cells: columns.map((column) => cellOf(each, column)), line: each.line }));
  readTable([{ cells: columns.map((column) => headingOf(column, language)), line: 0 }, ...rows], {
    ...{ file, language, report, findFile },
  });
}

function divide(text: string, drop: (line: number) => void): Found[] {
  const all: Found[] = [];
  let heading = '';
  /** What a line without a mark continues. */
  let last: Label | 'stem' | 'option' = 'stem';
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    const current = all.at(-1);
    if (line === '') continue;
    const title = HEADING.exec(line);
    const [, stem] = NUMBERED.exec(line) ?? [];
    const labelled = labelOf(line);
    const [, letter, option = ''] = OPTION.exec(line) ?? [];
    if (title && typeIn(title[1]!)) heading = typeIn(title[1]!)!;
    else if (stem !== undefined) {
      all.push({ type: heading, stem, options: [], answer: '', analysis: '', difficulty: '', topic: '', line: at + 1 });
      last = 'stem';
    } else if (!current) drop(at + 1);
    else if (labelled) {
      current[labelled.label] = labelled.text;
      last = labelled.label;
    } else if (letter && letter.normalize('NFKC') === optionKey(current.options.length)) {
      current.options.push(...optionsOf(option, current.options.length));
      last = 'option';
    } else if (last === 'option') current.options[current.options.length - 1] += `\n${line}`;
    else current[last] += `\n${line}`;
  }
  return all.map(completed);
}

function labelOf(line: string): { label: Label; text: string } | undefined {
  for (const [mark, label] of LABELS) {
    const [start] = mark.exec(line) ?? [];
    // A word that only begins like a label is none.
    if (start && (/[:：】\])）\s]\s{0,4}$/.test(start) || start.length === line.length))
      return { label, text: line.slice(start.length) };
  }
  return undefined;
}

/** Options that follow on the line of one: `A. one  B. two`. */
function optionsOf(text: string, from: number): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(NEXT_OPTION)) {
    if (match[1]!.normalize('NFKC') !== optionKey(from + parts.length + 1)) continue;
    parts.push(text.slice(start, match.index).trim());
    start = match.index + match[0].length;
  }
  return [...parts, text.slice(start).trim()];
}

const typeIn = (title: string): string | undefined => {
  const word = title.replace(/[(（,，:：].*$/, '').trim();
  return readType(word) ? word : undefined;
};

/** The type and the answer, where the list does not name them by a label. */
function completed(found: Found): Found {
  const mark = TYPE_MARK.exec(found.stem);
  const named = mark && typeIn((mark[1] ?? mark[2])!);
  const stem = named ? found.stem.replace(TYPE_MARK, '') : found.stem;
  const inline = found.answer === '' ? INLINE.exec(stem) : null;
  const answer = inline ? inline[1]! : found.answer;
  const kept = inline ? stem.replace(inline[0], '（　）') : stem;
  return { ...found, stem: kept, answer, type: (named ?? found.type) || guess(found.options, kept, answer) };
}

function guess(options: string[], stem: string, answer: string): string {
  const letters = answer.normalize('NFKC').replace(/[^A-Ha-h]/g, '');
  if (options.length > 0) return letters.length > 1 ? 'multiple' : 'single';
  if (/^(?:√|×|✓|✗|对|错|正确|错误|t|f|true|false)$/i.test(answer.trim())) return 'judge';
  return countMarks(stem) > 0 ? 'blank' : 'short';
}
