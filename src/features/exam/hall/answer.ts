import type { Data } from '#src/contract/calls.ts';

export type AttemptView = Data<'POST /exam/auth/user/exam/attempt/take-over'>;
export type PaperItem = AttemptView['questions'][number];
export type Lang = NonNullable<PaperItem['lang']>;
type Saved = AttemptView['answers'][number];
export type SavedAnswer = Omit<Saved, 'lang'> & Partial<Pick<Saved, 'lang'>>;
export type AnswerValue = SavedAnswer['answer'];

/** Whether a question is answered: an empty text, an empty list and a list of empty texts mean "cleared". */
export function isAnswered(answer: AnswerValue | undefined): boolean {
  if (answer === null || answer === undefined) return false;
  if (typeof answer === 'string') return answer.trim() !== '';
  if (Array.isArray(answer)) return answer.some((text) => text.trim() !== '');
  return true;
}

/** Whether the answer is complete: every blank of a fill-in question is filled. */
export function isComplete(question: PaperItem, answer: AnswerValue | undefined): boolean {
  if (!isAnswered(answer)) return false;
  if (question.type !== 'blank' || !Array.isArray(answer)) return true;
  return answer.length === question.blanks && answer.every((text) => text.trim() !== '');
}

/** Splits the stem of a fill-in question into texts, with a blank between each two. */
export function splitBlanks(stem: string): string[] {
  return stem.split(/_{3,}/);
}

/** Numbers (from 1) of the questions that are not complete, in order of the paper. */
export function unansweredNumbers(questions: PaperItem[], answers: Record<string, AnswerValue>): number[] {
  return questions.flatMap((question, i) => (isComplete(question, answers[question.questionId]) ? [] : [i + 1]));
}

/** Returns the languages that a question has, the main one first. */
export function langsOf({ lang, other }: Pick<PaperItem, 'lang' | 'other'>): Lang[] {
  return [lang, other?.lang].filter((each) => each !== null && each !== undefined);
}

/** Returns the language in which a question is shown: the first of the wanted ones that it has, or its main one. */
export function shownLang(
  question: Pick<PaperItem, 'lang' | 'other'>,
  wanted: (Lang | null | undefined)[],
): Lang | null {
  const langs = langsOf(question);
  return wanted.find((lang) => lang && langs.includes(lang)) ?? question.lang;
}

/** Returns a question with the texts of a language, in which options have the same letters and order. */
export function inLang(question: PaperItem, lang: Lang | null): PaperItem {
  return question.other && question.other.lang === lang ? { ...question, ...question.other } : question;
}

/** Values of the options of a question, in order; none for questions that are answered with a text. */
export function optionValues({ type, options }: Pick<PaperItem, 'type' | 'options'>): string[] {
  if (type === 'judge') return ['true', 'false'];
  return type === 'single' || type === 'multiple' ? options.map(({ key }) => key) : [];
}

/** Adds or removes an option; in the order of the paper, so that the same selection is always the same answer. */
export function toggled({ options }: Pick<PaperItem, 'options'>, answer: AnswerValue, key: string): string[] {
  const picked = Array.isArray(answer) ? answer : [];
  return options.map((option) => option.key).filter((each) => (each === key) !== picked.includes(each));
}

/** The answer after an option is chosen by its value. */
export function chosen(question: PaperItem, answer: AnswerValue, value: string): AnswerValue {
  if (question.type === 'judge') return value === 'true';
  return question.type === 'multiple' ? toggled(question, answer, value) : value;
}
