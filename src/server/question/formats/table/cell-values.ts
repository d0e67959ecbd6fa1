import type { QuestionType } from '#src/server/question/tables.ts';
import type { Language, QuestionDraft } from '../draft.ts';
import { joinAccepted, splitAccepted } from '../short-answers.ts';
import { cleanLine, BLANK, countBlanks, optionKey } from '../text.ts';

type Words<Value> = { words: Record<Language, string>; also: string[]; value: Value }[];

const TYPE_WORDS: Words<QuestionType> = [
  { value: 'single', words: { zh: '单选题', en: 'Single choice' }, also: ['single', '单选', '单项选择题', '选择题'] },
  {
    value: 'multiple',
    words: { zh: '多选题', en: 'Multiple choice' },
    also: ['multiple', '多选', '多项选择题', '不定项选择题'],
  },
  { value: 'judge', words: { zh: '判断题', en: 'True or false' }, also: ['judge', '判断', 'true/false', 'truefalse'] },
  { value: 'blank', words: { zh: '填空题', en: 'Fill in the blank' }, also: ['blank', '填空', 'fill in the blanks'] },
  { value: 'short', words: { zh: '简答题', en: 'Short answer' }, also: ['short', '简答', '问答题', '论述题', 'essay'] },
];
const DIFFICULTY_WORDS: Words<NonNullable<QuestionDraft['difficulty']>> = [
  { value: 1, words: { zh: '简单', en: 'Simple' }, also: ['1', '易', '容易', '较易', '简易', 'easy'] },
  { value: 2, words: { zh: '一般', en: 'General' }, also: ['2', '中', '中等', '适中', '普通', 'medium', 'normal'] },
  { value: 3, words: { zh: '较难', en: 'More difficult' }, also: ['3', '难', '偏难', '中等偏难', 'hard'] },
  { value: 4, words: { zh: '困难', en: 'Difficult' }, also: ['4', '很难', '极难', '非常难', 'very hard'] },
];
const JUDGE_WORDS: Words<boolean> = [
  { value: true, words: { zh: '对', en: 'True' }, also: ['正确', '是', '√', '✓', '✔', '☑', 't', 'yes', 'y', '1'] },
  {
    value: false,
    words: { zh: '错', en: 'False' },
    also: ['错误', '不对', '不正确', '否', '×', '✗', '✘', '✖', '❌', 'x', 'f', 'no', 'n', '0'],
  },
];
const YES_WORDS: Words<boolean> = [
  { value: true, words: { zh: '是', en: 'Yes' }, also: ['y', 'true', '对', '√', '✓', '✔', '☑', '1'] },
  { value: false, words: { zh: '否', en: 'No' }, also: ['n', 'false', '错', '×', '✗', '✘', '✖', '0'] },
];

const wordFor = <Value>(list: Words<Value>, value: Value, language: Language) =>
  list.find((each) => each.value === value)!.words[language];
const valueOf = <Value>(list: Words<Value>, text: string): Value | undefined => {
  // The selector after a sign chooses its coloured form.
  const word = cleanLine(text.normalize('NFKC').replace(/\ufe0f/g, ''))
    .replace(/^\((.*)\)$/, '$1')
    .toLowerCase();
  return list.find(({ words, also }) => [words.zh, words.en.toLowerCase(), ...also].includes(word))?.value;
};

export const typeWord = (type: QuestionType, language: Language): string => wordFor(TYPE_WORDS, type, language);
export const readType = (text: string): QuestionType | undefined => valueOf(TYPE_WORDS, text);
export const difficultyWord = (difficulty: 1 | 2 | 3 | 4, language: Language): string =>
  wordFor(DIFFICULTY_WORDS, difficulty, language);
export const readDifficulty = (text: string): 1 | 2 | 3 | 4 | undefined => valueOf(DIFFICULTY_WORDS, text);
export const yesWord = (isYes: boolean, language: Language): string => wordFor(YES_WORDS, isYes, language);
export const readYes = (text: string): boolean | undefined => valueOf(YES_WORDS, text);

/** Writes the answer of a question as one cell. */
export function answerCell({ type, answer }: Pick<QuestionDraft, 'type' | 'answer'>, language: Language): string {
  if (typeof answer === 'boolean') return wordFor(JUDGE_WORDS, answer, language);
  if (type === 'blank') return (answer as string[][]).map(joinAccepted).join('\n');
  return [answer].flat().join(', ');
}

/** The options of a question by the letters of the file. */
export type LetteredOption = { letter: string; text: string };

/**
 * Reads the answer of a question.
 * @param options those of the file; of a `judge` question they may be the words for true and false
 * @param marks number of blanks that the stem marks
 * @returns undefined if the cell is not an answer for the type
 */
export function readAnswer(
  type: QuestionType,
  text: string,
  { options, marks }: { options: LetteredOption[]; marks: number },
): QuestionDraft['answer'] | undefined {
  switch (type) {
    case 'judge': {
      const [letter, ...others] = options.length > 0 ? (readLetters(text, options) ?? []) : [];
      const chosen = others.length === 0 ? options.find((option) => option.letter === letter)?.text : undefined;
      return valueOf(JUDGE_WORDS, chosen ?? text);
    }
    case 'single':
    case 'multiple': {
      const chosen = readLetters(text, options);
      if (!chosen) return undefined;
      return type === 'multiple' ? chosen : chosen.length === 1 ? chosen[0]! : undefined;
    }
    case 'blank': {
      const blanks = readBlanks(text, marks);
      return blanks.length > 0 ? blanks : undefined;
    }
    case 'short':
      return text;
  }
}

/** Letters of options: `A, C`, `AC`, `(C)`; with their texts: `A.text`; or the text of an option alone. */
function readLetters(text: string, options: LetteredOption[]): string[] | undefined {
  const keys = options.map(({ letter }) => letter);
  const folded = (each: string) => cleanLine(each.normalize('NFKC')).toUpperCase();
  const named = folded(text).replace(/[\s,;、.和及()[\]【】]/g, '');
  const chosen = [...new Set(named)].sort();
  if (chosen.length > 0 && chosen.every((key) => keys.includes(key))) return chosen;
  const whole = options.filter((option) => folded(option.text) === folded(text));
  if (whole.length === 1) return [whole[0]!.letter];
  const parts = text.split(/\n|(?<=.)[,，;；]\s*(?=[A-ZＡ-Ｚ][.．、:：)）])/).map(folded);
  const lettered = parts.map((part) => {
    const [, letter, said] = /^\(?([A-Z])\s*[.、:)]\s*(.+)$/.exec(part) ?? [];
    return options.find((option) => option.letter === letter && folded(option.text) === said)?.letter;
  });
  return lettered.includes(undefined) ? undefined : ([...new Set(lettered)].sort() as string[]);
}

/** Other marks of blanks: short lines, and empty brackets. */
const OTHER_MARKS = [/[_＿]{2,}/g, /[(（]\s*[)）]/g, /【\s*】/g, /\[\s+\]/g];
/** What separates the answers of several blanks on one line, if the number then fits. */
const SEPARATORS = [/[;；]/, /[、]/, /[,，]/, /\s+/];

/** Number of blanks that a stem marks in one of the ways that people use. */
export function countMarks(stem: string): number {
  const own = countBlanks(stem);
  return own > 0 ? own : Math.max(0, ...OTHER_MARKS.map((mark) => stem.match(mark)?.length ?? 0));
}

/** Returns a stem with our marks, where another one occurs as often as there are blanks. A stem without any gets one. */
export function markBlanks(stem: string, count: number): string {
  if (countBlanks(stem) === count) return stem;
  const marks = OTHER_MARKS.find((mark) => stem.match(mark)?.length === count);
  if (marks) return stem.replace(marks, BLANK);
  return countMarks(stem) === 0 && count === 1 ? `${stem} ${BLANK}` : stem;
}

/**
 * Reads the accepted texts of blanks: a line for each, or all on one line.
 * @param marks number of blanks that the stem marks
 */
export function readBlanks(text: string, marks: number): string[][] {
  const lines = text
    .split('\n')
    .map(splitAccepted)
    .filter(({ length }) => length > 0);
  if (lines.length !== 1 || marks < 2) return lines;
  for (const separator of SEPARATORS) {
    const parts = text.trim().split(separator).map(splitAccepted);
    if (parts.length === marks && parts.every(({ length }) => length > 0)) return parts;
  }
  return lines;
}

/** The letter of an option with its sign: `A.`, `A、`, `(A)`, `A：`. */
const LETTER = /(^|[\s;；,，|])[(（]?([A-Za-zＡ-Ｚ])(?:\s*[.．、:：)）]|\s+)\s*/g;

/**
 * Divides the options that stand in one cell: by their letters, which follow one another from A; without letters, by lines,
 * or by `|` or semicolons.
 * @returns their texts; undefined if the cell is not a list of options
 */
export function splitOptions(cell: string): string[] | undefined {
  const lettered = byLetters(cell);
  if (lettered) return lettered;
  for (const separator of [/\n+/, /\|/, /[;；]/]) {
    const parts = cell
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length > 1) return parts;
  }
  return undefined;
}

function byLetters(cell: string): string[] | undefined {
  const starts: { from: number; to: number }[] = [];
  for (const match of cell.matchAll(LETTER)) {
    if (match[2]!.normalize('NFKC').toUpperCase() !== optionKey(starts.length)) continue;
    starts.push({ from: match.index, to: match.index + match[0].length });
  }
  if (starts.length < 2 || cell.slice(0, starts[0]!.from).trim() !== '') return undefined;
  return starts.map(({ to }, index) =>
    cell
      .slice(to, starts[index + 1]?.from)
      .replace(/[;；,，|]\s*$/, '')
      .trim(),
  );
}
