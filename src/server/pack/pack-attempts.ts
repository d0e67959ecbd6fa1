import { z } from 'zod';
import { Code, item, Moment, Paragraph, Phone } from './fields.ts';

/** A paper that was submitted before the import and waits for marks. */
const Paper = item({
  exam: Code,
  phone: Phone,
  at: Moment,
  /** Answers to the short questions, in the order of the paper. */
  answers: z.array(Paragraph).min(1, 'should have at least one item'),
});
export const Papers = z.array(Paper);
export type Paper = z.infer<typeof Paper>;

/** People who sat an exam before the import, with invented answers: for demonstrations of results and analyses. */
const Sitting = item({
  exam: Code,
  /** When the first person submitted; the others follow. */
  at: Moment,
  /** `right`: all answers are right. */
  answers: z.enum(['invented', 'right']).default('invented'),
  people: z.array(Phone).min(1, 'should have at least one item'),
});
export const Sittings = z.array(Sitting);
export type Sitting = z.infer<typeof Sitting>;
