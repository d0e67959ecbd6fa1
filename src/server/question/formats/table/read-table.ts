import type { QuestionType } from '#src/server/core/db/schema/question.ts';
import type { Language, Place, QuestionDraft, QuestionTexts } from '../draft.ts';
import { readCriteria } from '../criteria.ts';
import type { FindFile } from '../media.ts';
import { keepPictures } from '../pictures.ts';
import type { Report } from '../report.ts';
import { BLANK, cleanLine, cleanText, countBlanks, optionKey } from '../text.ts';
import { readAnswer, readDifficulty, readType } from './cell-values.ts';
import { columnOf, type Column } from './columns.ts';

/** A row of a table; `line`: its number in the file. `problem`: why a cell cannot be used. */
export type Row = { cells: string[]; line: number; problem?: { column: number; value: string } };
export type TableReading = { file: string; language: Language; report: Report; findFile: FindFile };

/** Returns whether a row has the headings of a table of questions. */
export function isHeader(cells: string[]): boolean {
  const fields = new Set(cells.map((cell) => columnOf(cell, 'zh')?.field));
  return fields.has('type') && fields.has('stem');
}

/** Reads the rows of a table; the first one has the headings. */
export function readTable([header, ...rows]: Row[], reading: TableReading): void {
  if (!header) return;
  const { file, language, report } = reading;
  const columns = header.cells.map((cell) => columnOf(cell, language));
  header.cells.forEach((cell, index) => {
    if (columns[index] || cell.trim() === '') return;
    report.changed({ file, line: header.line, item: null }, 'unknownColumn', { column: cell.slice(0, 100) });
  });
  const known = columns.filter((column) => column !== undefined).map((column) => JSON.stringify(column));
  for (const twice of known.filter((column, index) => known.indexOf(column) < index))
    report.changed({ file, line: header.line, item: null }, 'unknownColumn', {
      column: header.cells[columns.findLastIndex((column) => JSON.stringify(column) === twice)]!,
    });
  for (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '') && !row.problem) continue;
    readRow(row, columns, header.cells, reading);
  }
}

type Field = Exclude<Column['field'], 'option'>;

function readRow(row: Row, columns: (Column | undefined)[], headings: string[], reading: TableReading): void {
  const { file, report } = reading;
  const find = (wanted: (column: Column) => boolean) => columns.findIndex((column) => column && wanted(column));
  const cell = (field: Field, language?: Language) => {
    const index = find(
      (column) => column.field === field && (!language || ('language' in column && column.language === language)),
    );
    return cleanText(row.cells[index] ?? '');
  };
  const code = cleanLine(cell('code'));
  const place: Place = { file, line: row.line, item: code === '' ? null : code };
  const bad = (column: string, value: string) =>
    report.skipped(place, 'badCell', { column, value: value.slice(0, 100) });
  const heading = (field: Field) => headings[find((column) => column.field === field)] ?? field;
  if (row.problem) return bad(headings[row.problem.column] ?? '', row.problem.value);
  const type = readType(cell('type'));
  if (type === undefined) return bad(heading('type'), cell('type'));
  const difficulty = cell('difficulty') === '' ? null : readDifficulty(cell('difficulty'));
  if (difficulty === undefined) return bad(heading('difficulty'), cell('difficulty'));

  const textsOf = (language: Language): { texts: QuestionTexts; keys: string[] } => {
    const letters = columns.flatMap((column, index) =>
      column?.field === 'option' && column.language === language && cleanText(row.cells[index] ?? '') !== ''
        ? [{ letter: column.option, text: cleanText(row.cells[index]!) }]
        : [],
    );
    const kept = type === 'single' || type === 'multiple' ? letters.sort((a, b) => (a.letter < b.letter ? -1 : 1)) : [];
    const options = kept.map(({ text }, index) => ({ key: optionKey(index), text }));
    return {
      keys: kept.map(({ letter }) => letter),
      texts: { stem: cell('stem', language), options, analysis: cell('analysis', language) || null },
    };
  };
  const found = (['zh', 'en'] as const).map((language) => ({ language, ...textsOf(language) }));
  const written = found.filter(({ texts }) => texts.stem !== '');
  const [first = found[0]!] = written;
  for (const { texts, language, keys } of found) {
    const isUsed = texts.stem !== '' && keys.join() === first.keys.join();
    const hasTexts = texts.stem !== '' || texts.options.length > 0 || texts.analysis !== null;
    if (!isUsed && hasTexts && language !== first.language) report.changed(place, 'languageDropped', { language });
  }
  const used = written.filter(({ keys }) => keys.join() === first.keys.join());
  const marks = countBlanks(first.texts.stem);
  const answer = readAnswer(type, cell('answer'), { keys: first.keys, marks });
  if (answer === undefined) return bad(heading('answer'), cell('answer'));
  if (type === 'blank')
    for (const { texts } of used) texts.stem = markBlanks(texts.stem, (answer as string[][]).length);
  const criteria = cell('criteria') === '' ? undefined : readCriteria(cell('criteria'));
  if (cell('criteria') !== '' && (!criteria || type !== 'short')) report.changed(place, 'criteriaDropped');
  const draft: QuestionDraft = {
    ...settled(type, answer, first.keys, { report, place }),
    code: code === '' ? null : code,
    difficulty,
    topic: cleanLine(cell('topic')) || null,
    tags: cell('tags')
      .split(/[,，;；\n]/)
      .map(cleanLine)
      .filter((tag) => tag !== ''),
    ...(criteria && type === 'short' && { criteria }),
    texts: Object.fromEntries(used.map(({ language, texts }) => [language, texts])),
    place,
  };
  if (type === 'blank' && used.some(({ texts }) => countBlanks(texts.stem) !== (answer as string[][]).length)) {
    const count = countBlanks(
      used.find(({ texts }) => countBlanks(texts.stem) !== (answer as string[][]).length)!.texts.stem,
    );
    return report.skipped(place, 'blanksDiffer', { marks: count, answers: (answer as string[][]).length });
  }
  keepPictures(draft, { report, place, findFile: reading.findFile });
  report.add(draft);
}

/** The type and answer with the keys that the options have after empty ones are left out. */
function settled(
  type: QuestionType,
  answer: QuestionDraft['answer'],
  letters: string[],
  { report, place }: { report: Report; place: Place },
): Pick<QuestionDraft, 'type' | 'answer'> {
  const renamed = (key: string) => optionKey(letters.indexOf(key));
  if (type === 'single') return { type, answer: renamed(answer as string) };
  if (type !== 'multiple') return { type, answer };
  const keys = (answer as string[]).map(renamed);
  if (keys.length > 1) return { type, answer: keys };
  report.changed(place, 'multipleAsSingle');
  return { type: 'single', answer: keys[0]! };
}

/** Other marks of blanks: short lines and empty parentheses. */
const OTHER_MARKS = [/_{2,}/g, /[(（]\s*[)）]/g];

function markBlanks(stem: string, count: number): string {
  if (countBlanks(stem) === count) return stem;
  const marks = OTHER_MARKS.find((mark) => stem.match(mark)?.length === count);
  if (marks) return stem.replace(marks, BLANK);
  return countBlanks(stem) === 0 && count === 1 ? `${stem} ${BLANK}` : stem;
}
