import { z } from 'zod';
import { Code, given, item, Line, list, Moment, Phone } from './fields.ts';

const Seats = z
  .int('should be a whole number')
  .min(1, 'should be from 1 to 1000')
  .max(1000, 'should be from 1 to 1000');
/** Seats of a course in an order, with the people who have one. */
const Ordered = item({
  course: Code,
  seats: Seats,
  people: list(Phone, 1_000).default([]),
  /** Until when the seats open the course. */
  until: Moment.optional(),
}).superRefine(
  ({ seats, people }, context) => {
    const message =
      people.length > seats
        ? 'should have at most as many people as seats'
        : new Set(people).size < people.length
          ? 'names one person twice'
          : null;
    if (message) context.addIssue({ code: 'custom', path: ['people'], message });
  },
  given('seats', 'people'),
);

/** An order of seats before the import. */
const PackOrder = item({
  code: Code,
  /** An organisation account or an administrator. */
  buyer: Phone,
  at: Moment,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']).default('approved'),
  reference: Line.optional(),
  note: Line.optional(),
  courses: z.array(Ordered).min(1, 'should have at least one item'),
}).superRefine(({ courses }, context) => {
  if (new Set(courses.map(({ course }) => course)).size < courses.length)
    context.addIssue({ code: 'custom', path: ['courses'], message: 'names one course twice' });
}, given('courses'));
export const Orders = z.array(PackOrder);
export type PackOrder = z.infer<typeof PackOrder>;
