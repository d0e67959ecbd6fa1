import { z } from 'zod';
import { Amount, Empty, Id, page, paged } from './common.ts';
import { define } from './define.ts';

/** A lecturer as lists show them. */
export const LecturerCard = z.object({
  id: Id,
  lecturerName: z.string(),
  lecturerLevel: z.string(),
  title: z.string().nullable(),
  intro: z.string().nullable(),
  photo: z.string().nullable(),
  /** Class hours taught in a year. */
  annualTeachingHours: Amount,
  /** Published courses. */
  courseCount: z.number().int(),
});

const LecturerPage = paged(12).extend({
  /** Part of the name, the title or the level. */
  keyword: z.string().trim().max(50, { error: 'field.tooLong' }).optional(),
});
const lecturerPage = { input: LecturerPage, data: page(LecturerCard) };
const detail = { input: z.object({ lecturerId: Id }), data: LecturerCard };

export const lecturer = define({
  'POST /user/api/lecturer/info/page': {
    summary: 'Lecturers in the order of the enterprise, for everybody',
    auth: 'public',
    ...lecturerPage,
    cache: ['lecturer', 'course'],
  },
  'POST /user/auth/lecturer/info/page': {
    summary: 'Lecturers in the order of the enterprise',
    auth: 'enterprise',
    ...lecturerPage,
  },
  'GET /user/api/lecturer/info/detail/view': {
    summary: 'One lecturer, for everybody',
    auth: 'public',
    ...detail,
    cache: ['lecturer', 'course'],
  },
  'GET /user/auth/lecturer/info/detail/view': { summary: 'One lecturer', auth: 'enterprise', ...detail },
  'GET /user/auth/lecturer/rank/list': {
    summary: 'The ten lecturers with the most annual teaching hours',
    auth: 'enterprise',
    input: Empty,
    data: z.array(LecturerCard.extend({ rank: z.number().int() })),
  },
});
