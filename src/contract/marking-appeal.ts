import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Id, Instant, page } from './common.ts';
import { define } from './define.ts';
import { AnswerId, AttemptId, longTextPaging, Mark } from './exam-parts.ts';

const Reason = z.string().trim().min(1, { error: 'field.reasonRequired' }).max(1000, { error: 'field.tooLong' });

const AppealState = z.enum(['waiting', 'upheld', 'declined']);
const MarkAppeal = z.object({
  id: Id,
  questionId: Id,
  reason: z.string(),
  state: AppealState,
  markBefore: Amount,
  markAfter: Amount.nullable(),
  answer: z.string().nullable(),
  gmtCreate: Instant,
});

/** Appeals against marks (decision 060). */
export const markingAppeal = define({
  'POST /exam/auth/exam/marking/appeal/page': {
    summary: 'List appeals of candidates against marks, waiting ones oldest first, answered ones latest first',
    auth: 'exams.manage',
    input: longTextPaging.extend({ answered: z.boolean().default(false), examId: Id.optional() }),
    data: page(
      MarkAppeal.extend({
        attemptId: Id,
        examId: Id,
        title: z.string(),
        /** Null while marking is blind. */
        userName: z.string().nullable(),
        own: z.boolean(),
        number: z.number(),
        stem: z.string(),
        score: Amount,
        /** Marks are multiples of it. */
        step: Amount,
        given: z.string(),
        /** Null if the user cannot see it now (decision 029). */
        reference: z.string().nullable(),
        remark: z.string().nullable(),
      }),
    ),
  },
  'POST /exam/auth/exam/marking/appeal/answer': {
    summary:
      'Answer an appeal with a reason: upheld with a new mark, which changes result, credits, points and certificate, or declined',
    auth: 'exams.manage',
    input: z.object({ id: Id, outcome: z.enum(['upheld', 'declined']), score: Mark.optional(), answer: Reason }),
    data: z.object({ state: AppealState, markAfter: Amount.nullable(), passed: z.boolean() }),
  },
  'POST /exam/auth/user/exam/appeal/save': {
    summary: 'Appeal against the mark of one question of an own paper whose review is open; once per question',
    auth: 'enterprise',
    input: AnswerId.extend({ reason: Reason }),
    data: MarkAppeal,
  },
  'GET /exam/auth/user/exam/appeal/list': {
    summary: 'List the user’s appeals against marks of one paper',
    auth: 'enterprise',
    input: AttemptId,
    data: z.object({ left: z.number(), list: z.array(MarkAppeal).max(MAX_ITEMS.markAppeals) }),
  },
});
