import type { Language, Loss, QuestionDraft } from '../formats/draft.ts';
import { Report } from '../formats/report.ts';
import { fileFinder } from '../formats/media.ts';
import { columnsOf, headingOf, type Column } from '../formats/table/columns.ts';
import { readTable } from '../formats/table/read-table.ts';
import { languageOf } from '../formats/text.ts';
import type { Cells } from './cells.ts';

/** A row that is read; `lang`: language of its texts, by default that in which they are written. */
export type Asked = { cells: Cells; lang?: Language | undefined };
/** A field of the grid: `option0` is A. */
type Field = keyof Omit<Cells, 'options'> | `option${number}`;
/** What was read of one row: a question, or why it is none. */
export type ReadRow = {
  lang: Language;
  draft: QuestionDraft | null;
  problems: { field: Field; reason: Loss['reason']; values?: Loss['values'] }[];
};

const FIELDS = ['type', 'stem', 'answer', 'analysis', 'difficulty', 'topic'] as const;
/** The cell that a reason is about, where its report names none. */
const FIELD_OF: Partial<Record<Loss['reason'], Field>> = {
  noStem: 'stem',
  blanksDiffer: 'stem',
  tooManyBlanks: 'answer',
  noAnswer: 'answer',
  noOptions: 'option0',
  difficultyUnknown: 'difficulty',
};

/**
 * Reads rows of the grid as those of a table: by the same rules, with the same spellings of answers. A difficulty that is not
 * understood is an error here, because there is somebody who can correct it.
 */
export function run(rows: Asked[]): ReadRow[] {
  return rows.map(readOne);
}

function readOne({ cells, lang }: Asked): ReadRow {
  const language = lang ?? languageOf([cells.stem, ...cells.options].join(' '));
  const columns: Column[] = columnsOf(language, cells.options.length, false).filter(
    ({ field }) => field === 'option' || (FIELDS as readonly string[]).includes(field),
  );
  const report = new Report();
  const header = columns.map((column) => headingOf(column, language));
  const row = columns.map((column) =>
    column.field === 'option'
      ? cells.options[column.option.charCodeAt(0) - 65]!
      : cells[column.field as (typeof FIELDS)[number]],
  );
  readTable(
    [
      { cells: header, line: 1 },
      { cells: row, line: 2 },
    ],
    { file: '', language, report, findFile: fileFinder(new Map()) },
  );
  const { drafts, losses } = report.result();
  const [read] = drafts;
  // Somebody who names a question a multiple choice means it, also with one right option.
  const isMultiple = losses.some(({ reason }) => reason === 'multipleAsSingle');
  const draft = read && isMultiple ? { ...read, type: 'multiple' as const, answer: [read.answer as string] } : read;
  const problems = losses.flatMap(({ kind, reason, values }) => {
    if (kind === 'changed' && reason !== 'difficultyUnknown' && reason !== 'truncated') return [];
    const named = header.indexOf(String(values?.['column'] ?? ''));
    const column = columns[named];
    const field: Field =
      column === undefined
        ? (FIELD_OF[reason] ?? 'stem')
        : column.field === 'option'
          ? `option${column.option.charCodeAt(0) - 65}`
          : (column.field as Field);
    return [{ field, reason, ...(values && { values }) }];
  });
  const hasGap = cells.options.some(
    (text, at) => text.trim() === '' && cells.options.slice(at + 1).some((next) => next.trim() !== ''),
  );
  if (hasGap && draft && (draft.type === 'single' || draft.type === 'multiple'))
    problems.push({ field: `option${cells.options.findIndex((text) => text.trim() === '')}`, reason: 'noOptions' });
  return { lang: language, draft: problems.length > 0 ? null : (draft ?? null), problems };
}
