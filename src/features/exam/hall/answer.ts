import type { Data } from '#src/contract/calls.ts';

export type AttemptView = Data<'GET /exam/auth/user/exam/attempt/view'>;
export type PaperItem = AttemptView['questions'][number];
export type SavedAnswer = AttemptView['answers'][number];
export type AnswerValue = SavedAnswer['answer'];

/** Whether a question is answered: an empty text, an empty list and a list of empty texts mean "cleared". */
export function isAnswered(answer: AnswerValue | undefined): boolean {
  if (answer === null || answer === undefined) return false;
  if (typeof answer === 'string') return answer.trim() !== '';
  if (Array.isArray(answer)) return answer.some((text) => text.trim() !== '');
  return true;
}

/** Whether the answer is complete: every blank of a fill-in question is filled (spec section 5). */
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
