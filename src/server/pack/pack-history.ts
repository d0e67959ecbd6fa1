import { z } from 'zod';
import { Code, Decimal, item, Line, Moment, Phone, Whole } from './fields.ts';

/** A training before the portal, with the hours, credits and points of each participant. */
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
/** Consecutive days up to the day of `until`. */
const CheckIns = item({
  phone: Phone,
  days: z.int('should be a whole number').min(1, 'should be from 1 to 366').max(366, 'should be from 1 to 366'),
  until: Moment,
});
/** What a person has studied of a course; all of it posts its hours, credits and points. */
const Studied = item({
  phone: Phone,
  course: Code,
  percent: z.int('should be a whole number').min(1, 'should be from 1 to 100').max(100, 'should be from 1 to 100'),
  at: Moment,
});
/** A certificate that was issued by hand, and what became of it. */
const Issued = item({
  phone: Phone,
  certificate: Code,
  at: Moment,
  revoked: item({ at: Moment, reason: Line }).optional(),
  corrected: item({ at: Moment, reason: Line, name: Line }).optional(),
});
export const History = item({
  trainings: z.array(Training).default([]),
  checkIns: z.array(CheckIns).default([]),
  studied: z.array(Studied).default([]),
  certificates: z.array(Issued).default([]),
});
export type History = z.infer<typeof History>;
