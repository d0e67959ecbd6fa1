import type { z } from 'zod';
import { MAX_ANSWER_LENGTH, MAX_BLANK_LENGTH, Revision, type AnswerEntry } from '#src/contract/exam-parts.ts';
import type { RejectReason } from './tables/answer.ts';
import type { QuestionLang } from '#src/server/question/tables.ts';
import { answerLang, canonicalAnswer, type AnswerValue } from './answer-shape.ts';
import type { AttemptShape } from './attempt-shapes.ts';

export type Given = z.output<typeof AnswerEntry>;
/** Identifies one change of one answer. */
export type Stamp = { questionId: string; epoch: number; revision: number };
export type Entry = Stamp & { answer: AnswerValue; flagged: boolean; lang: QuestionLang | null };
export type Rejection = Stamp & { reason: RejectReason };
/**
 * The checked entries of one request. `entries`: those to store, one per question; `accepted`: all that are valid for the
 * paper, including older revisions of the same question.
 */
export type Checked = { entries: Entry[]; accepted: Entry[]; rejected: Rejection[] };

/**
 * Checks answers against the frozen paper and converts them to canonical form. An invalid entry does not affect the others.
 * Of several entries for one question only the newest is stored, because one statement may update a row only once.
 * @param epoch of the request; entries of another epoch are rejected, because no client sends them
 */
export function checkEntries(shape: AttemptShape, epoch: number, given: Given[]): Checked {
  const newest = new Map<string, Entry>();
  const accepted: Entry[] = [];
  const rejected: Rejection[] = [];
  for (const { questionId, epoch: own, revision, answer, flagged, lang } of given) {
    const stamp = { questionId, epoch: own, revision };
    const checked = check(shape, epoch, stamp, { answer, lang });
    if ('reason' in checked) {
      rejected.push({ ...stamp, reason: checked.reason });
      continue;
    }
    const entry = { ...stamp, ...checked, flagged };
    accepted.push(entry);
    const earlier = newest.get(questionId);
    if (!earlier || earlier.revision < revision) newest.set(questionId, entry);
  }
  return { entries: [...newest.values()], accepted, rejected };
}

function check(
  shape: AttemptShape,
  epoch: number,
  stamp: Stamp,
  { answer: given, lang: shownIn }: Pick<Given, 'answer' | 'lang'>,
): { answer: AnswerValue; lang: QuestionLang | null } | { reason: RejectReason } {
  const question = shape.questions.get(stamp.questionId);
  if (!question) return { reason: 'unknownQuestion' };
  if (stamp.epoch !== epoch) return { reason: 'epoch' };
  if (!Revision.safeParse(stamp.revision).success || !isAnswer(given)) return { reason: 'invalid' };
  if (isTooLong(given)) return { reason: 'tooLong' };
  const answer = canonicalAnswer(question, given);
  const lang = answerLang(question, shownIn);
  return answer === undefined || lang === undefined ? { reason: 'invalid' } : { answer, lang };
}

function isAnswer(value: unknown): value is AnswerValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isTooLong(answer: AnswerValue): boolean {
  if (Array.isArray(answer)) return answer.some((text) => text.length > MAX_BLANK_LENGTH);
  return typeof answer === 'string' && answer.length > MAX_ANSWER_LENGTH;
}
