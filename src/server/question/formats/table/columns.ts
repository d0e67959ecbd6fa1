import type { QuestionType } from '#src/server/question/tables.ts';
import type { Language } from '../draft.ts';
import { optionKey } from '../text.ts';

/** A column of the table of questions; texts have a language. */
export type Column =
  | { field: 'code' | 'type' | 'difficulty' | 'topic' | 'tags' | 'keepsOrder' | 'answer' | 'criteria' | 'storedId' }
  | { field: 'stem' | 'analysis'; language: Language }
  | { field: 'option'; language: Language; option: string };
/** What only files of others have: all options in one cell, and a column of pictures. */
export type FoundColumn = Column | { field: 'options'; language: Language } | { field: 'picture' };

export const TYPES: QuestionType[] = ['single', 'multiple', 'judge', 'blank', 'short'];

/** Headings in the language of the template; texts in the other language have a prefix. */
const HEADINGS = {
  zh: {
    code: '编号',
    type: '题型',
    difficulty: '难度',
    topic: '知识点',
    tags: '标签',
    keepsOrder: '选项顺序不变',
    stem: '题干',
    option: '选项',
    answer: '答案',
    criteria: '评分标准',
    analysis: '解析',
    storedId: '系统标识',
    prefix: '英文',
  },
  en: {
    code: 'Code',
    type: 'Type',
    difficulty: 'Difficulty',
    topic: 'Topic',
    tags: 'Tags',
    keepsOrder: 'Keep order of options',
    stem: 'Stem',
    option: 'Option ',
    answer: 'Answer',
    criteria: 'Marking criteria',
    analysis: 'Explanation',
    storedId: 'System ID',
    prefix: 'Chinese ',
  },
} satisfies Record<Language, Record<Column['field'] | 'prefix', string>>;

const OTHER: Record<Language, Language> = { zh: 'en', en: 'zh' };

/** The columns of a table: those of a second language after the others, and what files of earlier versions do not have last. */
export function columnsOf(language: Language, options: number, isBilingual: boolean): Column[] {
  const texts = (of: Language): Column[] => [
    { field: 'stem', language: of },
    ...Array.from({ length: options }, (_, index): Column => ({
      field: 'option',
      language: of,
      option: optionKey(index),
    })),
  ];
  return [
    ...(['code', 'type', 'difficulty', 'topic', 'tags'] as const).map((field): Column => ({ field })),
    ...texts(language),
    { field: 'answer' },
    { field: 'criteria' },
    { field: 'analysis', language },
    ...(isBilingual ? [...texts(OTHER[language]), { field: 'analysis', language: OTHER[language] } as const] : []),
    { field: 'keepsOrder' },
    { field: 'storedId' },
  ];
}

/** The heading of a column in a table of a language. */
export function headingOf(column: Column, language: Language): string {
  const names = HEADINGS[language];
  const prefix = 'language' in column && column.language !== language ? names.prefix : '';
  const name = names[column.field] + (column.field === 'option' ? column.option : '');
  return prefix === ''
    ? name
    : prefix + (language === 'en' ? name.toLowerCase().replace(/ ([a-z])$/, (end) => end.toUpperCase()) : name);
}

/** Spellings of headings that are not ours. */
const ALIASES: Record<string, Exclude<FoundColumn['field'], 'option'>> = {
  题号: 'code',
  类型: 'type',
  题目类型: 'type',
  试题类型: 'type',
  题目题型: 'type',
  章节: 'topic',
  分类: 'topic',
  题目: 'stem',
  题目内容: 'stem',
  题目名称: 'stem',
  题目描述: 'stem',
  试题: 'stem',
  试题内容: 'stem',
  试题题干: 'stem',
  选项: 'options',
  备选项: 'options',
  选项内容: 'options',
  图片: 'picture',
  题图: 'picture',
  配图: 'picture',
  正确答案: 'answer',
  参考答案: 'answer',
  标准答案: 'answer',
  评分细则: 'criteria',
  评分要点: 'criteria',
  答案解析: 'analysis',
  试题解析: 'analysis',
  题目解析: 'analysis',
  难易度: 'difficulty',
  难易程度: 'difficulty',
  难度等级: 'difficulty',
  题目难度: 'difficulty',
  试题难度: 'difficulty',
  id: 'code',
  question: 'stem',
  options: 'options',
  choices: 'options',
  picture: 'picture',
  image: 'picture',
  questiontype: 'type',
  category: 'topic',
  correctanswer: 'answer',
  analysis: 'analysis',
  level: 'difficulty',
  criteria: 'criteria',
  rubric: 'criteria',
};

const keyOf = (heading: string) =>
  heading
    .slice(0, 100)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)|[\s_*:-]/g, '');

const KNOWN = new Map<string, Column>(
  (['zh', 'en'] as const).flatMap((language) =>
    columnsOf(language, 26, true).map((column) => [keyOf(headingOf(column, language)), column] as const),
  ),
);

/** The heading of an option: `A`, `A选项`, `选项1`, `答案选项A`. */
const OPTION = /^(?:(?:选项|备选项|答案选项|option|choice)([a-z]|\d{1,2})|([a-h]|[a-z](?=选项))(?:选项)?)$/;

/** Returns the column with a heading in either language; undefined for an unknown one. */
export function columnOf(heading: string, fileLanguage: Language): FoundColumn | undefined {
  const key = keyOf(heading);
  const known = KNOWN.get(key);
  if (known) return known;
  const field = ALIASES[key];
  if (field === 'stem' || field === 'analysis' || field === 'options') return { field, language: fileLanguage };
  if (field !== undefined) return { field };
  const [, sign, letter = sign] = OPTION.exec(key) ?? [];
  if (letter === undefined) return undefined;
  const option = /\d/.test(letter) ? optionKey(Number(letter) - 1) : letter.toUpperCase();
  return /^[A-Z]$/.test(option) ? { field: 'option', language: fileLanguage, option } : undefined;
}
