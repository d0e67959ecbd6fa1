import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

const OptionKey = z
  .string()
  .max(1, { error: 'field.invalid' })
  .regex(/^[A-HTF]$/, { error: 'field.invalid' });
const Keys = z.array(z.string()).max(MAX_ITEMS.questionOptions);

/** What a member has answered, and the solution, which is told only then. */
export const AnswerGiven = z.object({
  /** Keys of the options of the latest answer. */
  chosen: Keys,
  isRight: z.boolean(),
  attempts: z.number().int(),
  rightKeys: Keys,
  explanation: z.string().nullable(),
});

/** A question that the player asks at a second of a video. */
export const MediaQuestion = z.object({
  id: Id,
  atSecond: z.number().int(),
  kind: z.enum(['single', 'multiple', 'judge']),
  stem: z.string(),
  /** Empty for `judge`: its keys are `T` and `F`. */
  options: z.array(z.object({ key: z.string(), text: z.string() })).max(MAX_ITEMS.questionOptions),
  /** Playback continues, and later seconds count, only after an answer. */
  required: z.boolean(),
  answer: AnswerGiven.nullable(),
});

export const studyQuestions = define({
  'POST /course/auth/study/question/answer': {
    summary: 'Answer a question of a video. Each answer counts as an attempt; the solution is in the response',
    auth: 'enterprise',
    input: z.object({
      questionId: Id,
      /** One key, for `multiple` one or more. */
      chosen: z.array(OptionKey).min(1, { error: 'field.required' }).max(MAX_ITEMS.questionOptions),
    }),
    data: AnswerGiven,
  },
  'GET /course/auth/study/question/results': {
    summary: 'List the questions in the videos of a course with their results, for its lecturer and administrators',
    auth: 'lecturer',
    input: z.object({ courseId: Id }),
    data: z.object({
      courseId: Id,
      title: z.string(),
      questions: z
        .array(
          z.object({
            id: Id,
            resourceId: Id,
            subResourceName: z.string(),
            atSecond: z.number().int(),
            stem: z.string(),
            answeredCount: z.number().int(),
            /** Members whose first answer was right. */
            firstRightCount: z.number().int(),
            /** Members whose latest answer is right. */
            rightCount: z.number().int(),
          }),
        )
        .max(MAX_ITEMS.courseQuestions),
    }),
  },
  'POST /course/auth/study/question/answer/page': {
    summary:
      'List who has answered a question of a video, latest first, for the lecturer of the course and administrators',
    auth: 'lecturer',
    input: paged().extend({ questionId: Id }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        department: z.string().nullable(),
        chosen: Keys,
        attempts: z.number().int(),
        firstRight: z.boolean(),
        isRight: z.boolean(),
        gmtModified: Instant,
      }),
    ),
  },
});
