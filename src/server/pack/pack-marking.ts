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
