import { getT } from '#src/i18n/server.ts';
import type { Language, QuestionDraft, WrittenFile } from '../draft.ts';
import { criteriaText } from '../criteria.ts';
import { bundle } from '../bundle.ts';
import { LANGUAGES } from '../text.ts';
import { answerCell, difficultyWord, typeWord, yesWord } from './cell-values.ts';
import { columnsOf, headingOf, TYPES, type Column } from './columns.ts';
import { EXPLANATION_MARK } from './read-xlsx.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Options that the template has columns for. */
const TEMPLATE_OPTIONS = 6;
/** Rows of the template with drop-down lists. */
const LISTED_ROWS = 5_001;
const WIDTHS: Record<Column['field'], number> = {
  code: 16,
  type: 16,
  difficulty: 14,
  topic: 20,
  tags: 18,
  keepsOrder: 16,
  stem: 60,
  option: 24,
  answer: 20,
  criteria: 30,
  analysis: 40,
  storedId: 38,
};
/** Control characters that XML does not allow, and texts that a spreadsheet program reads as escapes. */
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * Writes questions as an xlsx file with an explanation, in the language of its headings; with pictures, as a zip of both.
 * @param files pictures and sound by name
 */
export async function writeXlsxQuestions(
  drafts: QuestionDraft[],
  files: ReadonlyMap<string, Uint8Array>,
  language: Language,
): Promise<WrittenFile> {
  const isBilingual = drafts.some(({ texts }) => Object.keys(texts).some((each) => each !== language));
  const options = Math.max(
    0,
    ...drafts.flatMap(({ texts }) => LANGUAGES.map((each) => texts[each]?.options.length ?? 0)),
  );
  const columns = columnsOf(language, options, isBilingual);
  const rows = drafts.map((draft) => columns.map((column) => cellOf(draft, column, language)));
  const workbook = await writeWorkbook(columns, rows, language);
  return bundle({ name: 'questions.xlsx', mediaType: XLSX, bytes: workbook }, drafts, files);
}

/** Writes an empty table with an example of each type of question, drop-down lists and an explanation. */
export async function writeTemplate(language: Language): Promise<WrittenFile> {
  const columns = columnsOf(language, TEMPLATE_OPTIONS, true);
  const t = getT(language);
  const text = (type: QuestionDraft['type'], part: string) => t(`question:template.example.${type}.${part}`);
  const rows = TYPES.map((type) =>
    columns.map((column) => {
      if ('language' in column && column.language !== language) return '';
      if (column.field === 'type') return typeWord(type, language);
      if (column.field === 'difficulty') return difficultyWord(1, language);
      if (column.field === 'stem' || column.field === 'answer') return text(type, column.field);
      if (column.field === 'criteria') return type === 'short' ? text(type, column.field) : '';
      const isChoice = type === 'single' || type === 'multiple';
      return column.field === 'option' && isChoice && column.option <= 'D' ? text(type, column.option) : '';
    }),
  );
  const bytes = await writeWorkbook(columns, rows, language);
  return { name: 'question-template.xlsx', mediaType: XLSX, bytes };
}

async function writeWorkbook(columns: Column[], rows: string[][], language: Language): Promise<Uint8Array> {
  const { colToLetter, writeXlsx } = await import('hucre/xlsx');
  const t = getT(language);
  const fields = [...new Set(columns.map(({ field }) => field))];
  const letter = (field: Column['field']) => colToLetter(columns.findIndex((column) => column.field === field));
  const list = (field: Column['field'], values: string[]) => ({
    type: 'list' as const,
    values,
    allowBlank: true,
    showErrorMessage: true,
    range: `${letter(field)}2:${letter(field)}${LISTED_ROWS}`,
  });
  const heading = (field: Column['field']) =>
    headingOf(
      columns.find((column) => column.field === field)!,
      language,
    ).replace(/ ?A$/, ' A, B, C …');
  return writeXlsx({
    sheets: [
      {
        name: t('question:template.sheet'),
        columns: columns.map(({ field }) => ({ width: WIDTHS[field], numFmt: '@' })),
        rows: [columns.map((column) => headingOf(column, language)), ...rows].map((row) => row.map(storable)),
        freezePane: { rows: 1 },
        dataValidations: [
          list(
            'type',
            TYPES.map((type) => typeWord(type, language)),
          ),
          list(
            'difficulty',
            ([1, 2, 3, 4] as const).map((difficulty) => difficultyWord(difficulty, language)),
          ),
          list(
            'keepsOrder',
            [true, false].map((isYes) => yesWord(isYes, language)),
          ),
        ],
      },
      {
        name: t('question:template.explanation'),
        columns: [{ width: 26 }, { width: 100 }],
        rows: [
          [EXPLANATION_MARK[language === 'zh' ? 0 : 1]!, t('question:template.intro')],
          ...fields.map((field) => [heading(field), t(`question:template.field.${field}`)]),
          [t('question:template.markdown.title'), t('question:template.markdown.text')],
          [t('question:template.secondLanguage.title'), t('question:template.secondLanguage.text')],
        ],
      },
    ],
  });
}

function cellOf(draft: QuestionDraft, column: Column, language: Language): string {
  const texts = 'language' in column ? draft.texts[column.language] : undefined;
  switch (column.field) {
    case 'code':
    case 'topic':
    case 'storedId':
      return draft[column.field] ?? '';
    case 'type':
      return typeWord(draft.type, language);
    case 'difficulty':
      return draft.difficulty === null ? '' : difficultyWord(draft.difficulty, language);
    case 'tags':
      return draft.tags.join(', ');
    case 'keepsOrder':
      return draft.type === 'single' || draft.type === 'multiple' ? yesWord(draft.keepsOrder === true, language) : '';
    case 'criteria':
      return criteriaText(draft.criteria ?? []);
    case 'answer':
      return answerCell(draft, language);
    case 'stem':
    case 'analysis':
      return texts?.[column.field] ?? '';
    case 'option':
      return texts?.options.find(({ key }) => key === column.option)?.text ?? '';
  }
}

const storable = (text: string) => text.replace(INVALID, '').replace(ESCAPE, '_x005F_');
