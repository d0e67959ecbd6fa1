import { z } from 'zod';
import { Code, item, Moment, Phone } from './fields.ts';

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
