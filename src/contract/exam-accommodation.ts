import { z } from 'zod';
import { Id, Instant, page, paged, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { AnswerEntry, AttemptId, Revision, Acknowledgement } from './exam-parts.ts';

const Reason = z.string().trim().min(1, { error: 'field.required' }).max(500, { error: 'field.tooLong' });
const Moment = z.iso.datetime({ offset: true, error: 'field.invalid' }).max(40);
const Keyword = z.string().trim().max(100).optional();

/** Parts of an accommodation. Durations are seconds. */
const parts = {
  /** Of the time limit. */
  extraPercent: whole(0, 300),
  extraSeconds: whole(0, 36_000),
  breaks: whole(0, 20),
  /** Longest duration of one break. */
  breakSeconds: whole(0, 7_200),
  /** Leaving the exam screen has no consequence. */
  noSwitchRules: z.boolean(),
  largeType: z.boolean(),
  /** Windows of exams end this much later. */
  windowAfterSeconds: whole(0, 2_592_000),
};

const Accommodation = z.object({
  ...parts,
  id: Id,
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  reason: z.string(),
  validFrom: Instant,
  validUntil: Instant.nullable(),
  createdByName: z.string(),
  endedAt: Instant.nullable(),
  state: z.enum(['current', 'later', 'ended']),
});

const Allowance = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  extraSeconds: z.number(),
  extraAttempts: z.number(),
  /** Instead of the window of the exam. */
  windowStart: Instant.nullable(),
  windowEnd: Instant.nullable(),
});

export const examAccommodation = define({
  'POST /exam/auth/exam/accommodation/page': {
    summary: 'List the accommodations of members with their reasons, by name or department; newest first',
    auth: 'admin',
    input: paged(10).extend({
      keyword: Keyword,
      state: z.enum(['current', 'later', 'ended']).optional(),
      sort: sorted('userName', 'validFrom', 'validUntil'),
    }),
    data: page(Accommodation),
  },
  'POST /exam/auth/exam/accommodation/save': {
    summary: 'Add an accommodation of a member, or change one; attempts in progress keep what applied at their start',
    auth: 'admin',
    input: z.object({
      ...parts,
      /** Missing: a new one. */
      id: Id.optional(),
      userId: Id,
      reason: Reason,
      validFrom: Moment,
      /** Null: without end. */
      validUntil: Moment.nullable(),
    }),
    data: z.object({ id: Id }),
  },
  'PUT /exam/auth/exam/accommodation/end': {
    summary: 'End an accommodation now; attempts in progress keep it',
    auth: 'admin',
    input: z.object({ id: Id }),
    data: z.object({ id: Id }),
  },
  'POST /exam/auth/exam/allowance/page': {
    summary: 'List who has extra time, extra attempts or an own window in an exam',
    auth: 'admin',
    input: paged(10).extend({ examId: Id }),
    data: page(Allowance),
  },
  'POST /exam/auth/exam/allowance/save': {
    summary:
      'Grant a member extra time, extra attempts or an own window for one exam; without any of them: withdraw it',
    auth: 'admin',
    input: z.object({
      examId: Id,
      userId: Id,
      extraSeconds: whole(0, 36_000),
      extraAttempts: whole(0, 20),
      windowStart: Moment.nullable(),
      windowEnd: Moment.nullable(),
      reason: Reason,
    }),
    data: z.object({ userId: Id }),
  },
  'POST /exam/auth/user/exam/break/save': {
    summary:
      'Begin or end a break of an attempt, as granted to the viewer: the clock stops, answers do not count meanwhile',
    auth: 'enterprise',
    removesNul: true,
    input: AttemptId.extend({
      epoch: Revision,
      kind: z.enum(['start', 'end']),
      /** Unsaved answers, which are saved before the break begins. */
      answers: z.array(AnswerEntry).max(200).default([]),
    }),
    data: Acknowledgement.extend({
      serverTime: Instant,
      deadlineAt: Instant,
      /** End of the break; null: no break. */
      breakUntil: Instant.nullable(),
      breaksLeft: z.number(),
    }),
  },
});
