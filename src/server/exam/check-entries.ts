import type { z } from 'zod';
import { LONGEST, LONGEST_BLANK, Revision, type AnswerEntry } from '#src/contract/exam-parts.ts';
import type { RejectReason } from '#src/server/core/db/schema/exam.ts';
import { canonicalAnswer, type AnswerValue } from './answer-shape.ts';
import type { AttemptShape } from './attempt-shapes.ts';

export type Given = z.output<typeof AnswerEntry>;
/** Names one change of one answer. */
export type Stamp = { questionId: string; epoch: number; revision: number };
export type Entry = Stamp & { answer: AnswerValue; flagged: boolean };
export type Rejection = Stamp & { reason: RejectReason };
/**
 * The entries of one request. `entries`: what is to be stored, one per question; `accepted`: everything that fits the
 * paper, older revisions of the same question included.
 */
export type Checked = { entries: Entry[]; accepted: Stamp[]; rejected: Rejection[] };

/**
 * Checks answers against the frozen paper and brings them into the form in which they are stored. An entry that does not
 * fit is rejected alone. Of several for one question only the newest is stored: one statement may touch a row once.
 * @param epoch of the request; entries of another epoch are rejected, because no client makes them
 */
export function checkEntries(shape: AttemptShape, epoch: number, given: Given[]): Checked {
  const newest = new Map<string, Entry>();
  const accepted: Stamp[] = [];
  const rejected: Rejection[] = [];
  for (const { questionId, epoch: own, revision, answer, flagged } of given) {
    const stamp = { questionId, epoch: own, revision };
    const checked = check(shape, epoch, stamp, answer);
    if ('reason' in checked) {
      rejected.push({ ...stamp, reason: checked.reason });
      continue;
    }
    accepted.push(stamp);
    const earlier = newest.get(questionId);
    if (!earlier || earlier.revision < revision) newest.set(questionId, { ...stamp, answer: checked.answer, flagged });
  }
  return { entries: [...newest.values()], accepted, rejected };
}

function check(
  shape: AttemptShape,
  epoch: number,
  stamp: Stamp,
  given: unknown,
): { answer: AnswerValue } | { reason: RejectReason } {
  const question = shape.questions.get(stamp.questionId);
  if (!question) return { reason: 'unknownQuestion' };
  if (stamp.epoch !== epoch) return { reason: 'epoch' };
  if (!Revision.safeParse(stamp.revision).success || !isAnswer(given)) return { reason: 'invalid' };
  if (isTooLong(given)) return { reason: 'tooLong' };
  const answer = canonicalAnswer(question, given);
  return answer === undefined ? { reason: 'invalid' } : { answer };
}

function isAnswer(value: unknown): value is AnswerValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isTooLong(answer: AnswerValue): boolean {
  if (Array.isArray(answer)) return answer.some((text) => text.length > LONGEST_BLANK);
  return typeof answer === 'string' && answer.length > LONGEST;
}
