import { z } from 'zod';
import { Code, Decimal, item, Line, Moment, Phone, Whole } from '#src/server/content/fields.ts';

/** A training before the portal, with what it gave to whoever took part. */
const Training = item({
  code: Code,
  title: Line,
  at: Moment,
  from: z.enum(['course', 'exam', 'other']).default('course'),
  hours: Decimal.default('0'),
  hourKind: z.enum(['required', 'culture', 'lecturer', 'other']).default('other'),
  credits: Decimal.default('0'),
  points: Whole.default(0),
  people: z.array(Phone).min(1, 'should have at least one item'),
});
/** Days in a row, up to one. */
const CheckIns = item({
  phone: Phone,
  days: z.int('should be a whole number').min(1, 'should be from 1 to 366').max(366, 'should be from 1 to 366'),
  until: Moment,
});
export const History = item({ trainings: z.array(Training).default([]), checkIns: z.array(CheckIns).default([]) });
export type History = z.infer<typeof History>;
