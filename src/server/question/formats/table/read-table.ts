import type { QuestionType } from '#src/server/question/tables.ts';
import type { Language, Place, QuestionDraft, QuestionTexts } from '../draft.ts';
import { readCriteria } from '../criteria.ts';
import type { FindFile } from '../clean-html.ts';
import { keepPictures } from '../pictures.ts';
import type { Report } from '../report.ts';
import { cleanLine, cleanText, countBlanks, optionKey } from '../text.ts';
import {
  readAnswer,
  readDifficulty,
  readType,
  readYes,
  type LetteredOption,
  countMarks,
  markBlanks,
  splitOptions,
} from './cell-values.ts';
import { columnOf, type FoundColumn } from './columns.ts';
import { typedText } from './xlsx-cells.ts';

/**
 * A row of a table, its cells by column; `line`: its number in the file. Of a workbook: `rich`, cells in Markdown; `problems`,
 * cells without a usable value; `above`, the cell that is merged with this one; `pictures`, as Markdown.
 */
export type Row = {
  cells: string[];
  line: number;
  rich?: Map<number, string>;
  problems?: Set<number>;
  above?: Map<number, string>;
  pictures?: { column: number; markdown: string }[];
};
/** `type`: of the questions of a table without a column for it. */
export type TableReading = {
  file: string;
  language: Language;
  report: Report;
  findFile: FindFile;
  type?: QuestionType;
};

/** Rows among which the headings are searched. */
export const MAX_ABOVE = 10;

/** Returns whether a row has the headings of a table of questions. `type`: of a table without a column for it. */
export function isHeader(cells: string[], type?: QuestionType): boolean {
  const fields = new Set(cells.map((cell) => columnOf(cell, 'zh')?.field));
  return fields.has('stem') && (fields.has('type') || (type !== undefined && fields.has('answer')));
}

/** Reads the rows of a table; the first one has the headings. */
export function readTable([header, ...rows]: Row[], reading: TableReading): void {
  if (!header) return;
  const { file, language, report } = reading;
  const columns = inOneLanguage(header.cells.map((cell) => columnOf(cell, language)));
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
    const isEmpty = row.cells.every((cell) => cell.trim() === '');
    if (!isEmpty) readRow(row, columns, header.cells, reading);
    // Nothing says which question a picture on an empty row belongs to.
    else if (row.pictures) report.changed({ file, line: row.line, item: null }, 'pictureDropped');
  }
}

/** Options below headings of the other language belong to the only stem. */
function inOneLanguage(columns: (FoundColumn | undefined)[]): (FoundColumn | undefined)[] {
  const stems = new Set(columns.flatMap((column) => (column?.field === 'stem' ? column.language : [])));
  const [language] = stems;
  if (!language || stems.size > 1) return columns;
  return columns.map((column) => (column?.field === 'option' ? { ...column, language } : column));
}

type Field = Exclude<FoundColumn['field'], 'option' | 'options'>;
/** Fields that a merged cell may say for several rows. */
const SHARED: ReadonlySet<string> = new Set<Field>(['type', 'difficulty', 'topic', 'tags', 'keepsOrder']);
const TEXTS: ReadonlySet<string | undefined> = new Set<FoundColumn['field']>(['stem', 'option', 'options', 'analysis']);

function readRow(row: Row, columns: (FoundColumn | undefined)[], headings: string[], reading: TableReading): void {
  const { file, report } = reading;
  const find = (wanted: (column: FoundColumn) => boolean) => columns.findIndex((column) => column && wanted(column));
  const textAt = (index: number) => cleanText(row.rich?.get(index) ?? row.cells[index] ?? '');
  const cell = (field: Field, language?: Language) => {
    const index = find(
      (column) => column.field === field && (!language || ('language' in column && column.language === language)),
    );
    if (field === 'stem' || field === 'analysis') return textAt(index);
    const text = cleanText(row.cells[index] ?? '');
    return text === '' && SHARED.has(field) ? cleanText(row.above?.get(index) ?? '') : text;
  };
  const code = cleanLine(cell('code'));
  const place: Place = { file, line: row.line, item: code === '' ? null : code };
  const bad = (column: string, value: string) =>
    report.skipped(place, 'badCell', { column, value: value.slice(0, 100) });
  const heading = (field: Field) => headings[find((column) => column.field === field)] ?? field;
  if (report.isFull(place)) return;
  const problem = [...(row.problems ?? [])].find((column) => columns[column]);
  if (problem !== undefined) return bad(headings[problem] ?? '', row.cells[problem]!);
  const type = cell('type') === '' ? reading.type : readType(cell('type'));
  if (type === undefined) return bad(heading('type'), cell('type'));
  const difficulty = cell('difficulty') === '' ? null : readDifficulty(cell('difficulty'));
  if (difficulty === undefined) report.changed(place, 'difficultyUnknown', { value: cell('difficulty').slice(0, 100) });
  const keepsOrder = readYes(cell('keepsOrder'));
  if (keepsOrder === undefined && cell('keepsOrder') !== '')
    report.changed(place, 'orderUnknown', { value: cell('keepsOrder').slice(0, 100) });
  const shown = withPictures(row, columns, { report, place });

  const optionsOf = (language: Language): LetteredOption[] => {
    const letters = columns.flatMap((column, index) =>
      column?.field === 'option' && column.language === language && shown(index, textAt(index)) !== ''
        ? [{ letter: column.option, text: shown(index, textAt(index)) }]
        : [],
    );
    const together = find((column) => column.field === 'options' && column.language === language);
    if (letters.length > 0 || together < 0) return letters.sort((a, b) => (a.letter < b.letter ? -1 : 1));
    return (splitOptions(textAt(together)) ?? []).map((text, index) => ({ letter: optionKey(index), text }));
  };
  const textsOf = (language: Language): { texts: QuestionTexts; given: LetteredOption[]; keys: string[] } => {
    const given = optionsOf(language);
    const kept = type === 'single' || type === 'multiple' ? given : [];
    const options = kept.map(({ text }, index) => ({ key: optionKey(index), text }));
    const text = (field: 'stem' | 'analysis') =>
      shown(
        find((column) => column.field === field && column.language === language),
        cell(field, language),
      );
    const stem = text('stem');
    return {
      given,
      keys: kept.map(({ letter }) => letter),
      texts: { stem, options, analysis: text('analysis') || null },
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
  const answer = readAnswer(type, cell('answer'), { options: first.given, marks: countMarks(first.texts.stem) });
  if (answer === undefined) return bad(heading('answer'), cell('answer'));
  if (type === 'blank') {
    for (const { texts } of used) texts.stem = markBlanks(texts.stem, (answer as string[][]).length);
    // Candidates may type `10^3` and `H2O` where the file has superscripts and subscripts.
    if (row.rich?.has(find((column) => column.field === 'answer')))
      for (const accepted of answer as string[][])
        accepted.push(...accepted.map(typedText).filter((text) => !accepted.includes(text)));
  }
  const criteria = cell('criteria') === '' ? undefined : readCriteria(cell('criteria'));
  if (cell('criteria') !== '' && (!criteria || type !== 'short')) report.changed(place, 'criteriaDropped');
  const draft: QuestionDraft = {
    ...withOwnKeys(type, answer, first.keys, { report, place }),
    code: code === '' ? null : code,
    difficulty: difficulty ?? null,
    topic: cleanLine(cell('topic')) || null,
    tags: cell('tags')
      .split(/[,，;；\n]/)
      .map(cleanLine)
      .filter((tag) => tag !== ''),
    ...(criteria && type === 'short' && { criteria }),
    ...(keepsOrder !== undefined && (type === 'single' || type === 'multiple') && { keepsOrder }),
    ...(cell('storedId') !== '' && { storedId: cleanLine(cell('storedId')) }),
    texts: Object.fromEntries(used.map(({ language, texts }) => [language, texts])),
    place,
  };
  if (type === 'blank' && used.some(({ texts }) => countBlanks(texts.stem) !== (answer as string[][]).length)) {
    const marks = countMarks(
      used.find(({ texts }) => countBlanks(texts.stem) !== (answer as string[][]).length)!.texts.stem,
    );
    return report.skipped(place, 'blanksDiffer', { marks, answers: (answer as string[][]).length });
  }
  keepPictures(draft, { report, place, findFile: reading.findFile });
  report.add(draft);
}

/** The type and answer with the keys that the options have after empty ones are left out. */
function withOwnKeys(
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

/**
 * Returns a function that adds the pictures on a cell to its text. Those in a column of pictures belong to the stem; those on
 * other cells are reported.
 */
function withPictures(
  { pictures = [] }: Row,
  columns: (FoundColumn | undefined)[],
  { report, place }: { report: Report; place: Place },
): (column: number, text: string) => string {
  const stem = columns.findIndex((column) => column?.field === 'stem');
  const owner = (column: number) => (columns[column]?.field === 'picture' ? stem : column);
  if (pictures.some(({ column }) => !TEXTS.has(columns[owner(column)]?.field))) report.changed(place, 'pictureDropped');
  return (column, text) => {
    const own = pictures.filter((picture) => owner(picture.column) === column).map(({ markdown }) => markdown);
    return [text, ...own].filter((part) => part !== '').join(columns[column]?.field === 'option' ? ' ' : '\n\n');
  };
}
