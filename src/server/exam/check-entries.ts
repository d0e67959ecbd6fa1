import type { z } from 'zod';
import type { AnswerEntry } from '#src/contract/exam-parts.ts';
import { Refusal } from '#src/server/http/refusal.ts';
import { canonicalAnswer, type AnswerValue } from './answer-shape.ts';
import type { AttemptShape } from './attempt-shapes.ts';

export type Entry = { questionId: string; epoch: number; revision: number; answer: AnswerValue; flagged: boolean };

/**
 * Checks answers against the frozen paper and brings them into the form in which they are stored. Of several for one
 * question and writer only the newest is kept: one statement may touch a row once.
 * @throws Refusal 422 naming each answer that is none to its question
 */
export function checkEntries(shape: AttemptShape, given: z.output<typeof AnswerEntry>[]): Entry[] {
  const newest = new Map<string, Entry>();
  const wrong: { field: string; key: string }[] = [];
  given.forEach((entry, i) => {
    const question = shape.questions.get(entry.questionId);
    const answer = question && canonicalAnswer(question, entry.answer);
    if (!question) wrong.push({ field: `answers.${i}.questionId`, key: 'field.unknownQuestion' });
    else if (answer === undefined) wrong.push({ field: `answers.${i}.answer`, key: 'field.answerShape' });
    else {
      const key = `${entry.questionId} ${entry.epoch}`;
      const earlier = newest.get(key);
      if (!earlier || earlier.revision < entry.revision) newest.set(key, { ...entry, answer });
    }
  });
  if (wrong.length) throw new Refusal(422, 'invalid', { fields: wrong });
  return [...newest.values()];
}
