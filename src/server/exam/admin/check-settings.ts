import { AppError } from '#src/server/core/app-error.ts';
import { toHundredths } from '../score-paper.ts';
import type { Settings } from './save-exam.ts';

/** A paper is sent to clients as a whole (content packs have the same limits). */
const MAX_QUESTIONS = 300;
const MAX_SHORT = 50;

/** Checks what one field alone does not show. @throws AppError 422 with an error per field */
export function checkSettings(input: Settings): void {
  const { sections, questions, resits, paperKind, windowStart, windowEnd, limitSeconds } = input;
  const fixed = paperKind === 'fixed';
  const total = fixed
    ? questions.reduce((sum, { score }) => sum + toHundredths(score), 0)
    : sections.reduce((sum, { count, scoreEach }) => sum + count * toHundredths(scoreEach), 0);
  const drawn = sections.reduce((sum, { count }) => sum + count, 0);
  const short = sections.reduce((sum, { type, count }) => sum + (type === 'short' ? count : 0), 0);
  const timed = sections.reduce((sum, section) => sum + (section.limitSeconds ?? 0), 0);
  const wrong: [boolean, field: string, key: string][] = [
    [new Date(windowEnd) <= new Date(windowStart), 'windowEnd', 'field.endsBeforeStart'],
    [fixed ? questions.length === 0 : sections.length === 0, 'paperKind', 'field.emptyPaper'],
    [!fixed && (drawn > MAX_QUESTIONS || short > MAX_SHORT), 'paperKind', 'field.paperTooLong'],
    [!fixed && timed > limitSeconds, 'limitSeconds', 'field.sectionsTooLong'],
    [new Set(questions.map(({ questionId }) => questionId)).size < questions.length, 'paperKind', 'field.twice'],
    [toHundredths(input.passScore) > total, 'passScore', 'field.scoreTooHigh'],
    [toHundredths(input.certificateScore ?? 0) > total, 'certificateScore', 'field.scoreTooHigh'],
    [input.switchPolicy === 'limit' && input.switchLimit === 0, 'switchLimit', 'field.required'],
    [input.audience === 'course' && input.courseId === null, 'courseId', 'field.required'],
    [input.audience === 'departments' && input.departments.length === 0, 'departments', 'field.required'],
    ...resits.map((resit, i): [boolean, string, string] => {
      const begins = new Date(resit.windowStart);
      const before = new Date(i === 0 ? windowEnd : resits[i - 1]!.windowEnd);
      return [begins < before || new Date(resit.windowEnd) <= begins, `resits.${i}.windowStart`, 'field.resitOrder'];
    }),
  ];
  const fields = wrong.flatMap(([isWrong, field, key]) => (isWrong ? [{ field, key }] : []));
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}
