import { z } from 'zod';
import { Code, given, item, Moment, Phone } from './fields.ts';

/** A practice of a question bank before the import, with the questions that were answered rightly and wrongly. */
const Practice = item({
  phone: Phone,
  bank: Code,
  at: Moment,
  right: z.array(Code).default([]),
  wrong: z.array(Code).default([]),
}).superRefine(
  ({ right, wrong }, context) => {
    const all = [...right, ...wrong];
    const message =
      all.length === 0
        ? 'should name at least one question'
        : new Set(all).size < all.length
          ? 'names one question twice'
          : null;
    if (message) context.addIssue({ code: 'custom', path: ['wrong'], message });
  },
  given('right', 'wrong'),
);
export const Practices = z.array(Practice);
export type Practice = z.infer<typeof Practice>;
