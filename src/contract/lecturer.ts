import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** A lecturer in lists. */
export const LecturerCard = z.object({
  id: Id,
  /** The same as `id`: the name that existing clients use. */
  lecturerId: Id,
  lecturerName: z.string(),
  lecturerLevel: z.string(),
  title: z.string().nullable(),
  intro: z.string().nullable(),
  photo: z.string().nullable(),
  /** Teaching hours of the current month and the eleven before it. */
  annualTeachingHours: Amount,
  /** Rank by annual teaching hours among all lecturers; equal hours share a rank. */
  rank: z.number().int(),
  /** Number of published courses. */
  courseCount: z.number().int(),
});

const LecturerView = LecturerCard.extend({
  recordCount: z.number().int(),
  /** Twelve months, oldest first; their sum is `annualTeachingHours`, unless there are no records. */
  months: z.array(z.object({ month: z.string().meta({ description: 'like 2026-05' }), hours: Amount })).max(12),
});

const TeachingRecord = z.object({
  id: Id,
  title: z.string(),
  taughtAt: Instant,
  classHours: Amount,
  place: z.string().nullable(),
  attendeeCount: z.number().int().nullable(),
  /** Its course, if published. */
  courseId: Id.nullable(),
  courseTitle: z.string().nullable(),
});

const LecturerPage = paged().extend({
  /** Part of name, title or level. */
  keyword: z.string().trim().max(50, { error: 'field.tooLong' }).optional(),
  lecturerLevel: z.string().max(100, { error: 'field.tooLong' }).optional(),
  sort: z.enum(['enterprise', 'rank']).default('enterprise'),
});
const lecturerPage = { input: LecturerPage, data: page(LecturerCard) };
const detail = { input: z.object({ lecturerId: Id }), data: LecturerView };
const rank = { input: Empty, data: z.array(LecturerCard).max(MAX_ITEMS.ranked) };
const records = { input: paged(10).extend({ lecturerId: Id }), data: page(TeachingRecord) };
const tags = ['lecturer', 'course'] as const;

export const lecturer = define({
  'POST /user/api/lecturer/info/page': {
    summary: 'List lecturers in the order set by the enterprise or by rank, for everybody',
    auth: 'visitor',
    ...lecturerPage,
    cache: tags,
  },
  'POST /user/auth/lecturer/info/page': {
    summary: 'List lecturers in the order set by the enterprise or by rank',
    auth: 'enterprise',
    ...lecturerPage,
  },
  'GET /user/api/lecturer/info/detail/view': {
    summary: 'Get one lecturer with the teaching hours of twelve months, for everybody',
    auth: 'visitor',
    ...detail,
    cache: tags,
  },
  'GET /user/auth/lecturer/info/detail/view': {
    summary: 'Get one lecturer with the teaching hours of twelve months',
    auth: 'enterprise',
    ...detail,
  },
  'GET /user/api/lecturer/rank/list': {
    summary: 'List the ten lecturers with the most annual teaching hours, for everybody',
    auth: 'visitor',
    ...rank,
    cache: tags,
  },
  'GET /user/auth/lecturer/rank/list': {
    summary: 'List the ten lecturers with the most annual teaching hours',
    auth: 'enterprise',
    ...rank,
  },
  'GET /user/api/lecturer/level/list': {
    summary: 'List the levels of lecturers with the number of lecturers',
    auth: 'visitor',
    input: Empty,
    data: z.array(z.object({ lecturerLevel: z.string(), count: z.number().int() })).max(MAX_ITEMS.levels),
    cache: tags,
  },
  'POST /user/api/lecturer/teaching/record/page': {
    summary: 'List the teaching records of a lecturer, newest first, for everybody',
    auth: 'visitor',
    ...records,
    cache: tags,
  },
  'POST /user/auth/lecturer/teaching/record/page': {
    summary: 'List the teaching records of a lecturer, newest first',
    auth: 'enterprise',
    ...records,
  },
});
