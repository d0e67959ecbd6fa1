import { z } from 'zod';
import { given, isOrdered, item, Moment, Paragraph, Phone, Whole } from './fields.ts';

/** An accommodation of a person in exams (decision 057). */
const Accommodation = item({
  phone: Phone,
  extraPercent: Whole.max(300, 'should be at most 300').default(0),
  extraMinutes: Whole.max(600, 'should be at most 600').default(0),
  breaks: Whole.max(20, 'should be at most 20').default(0),
  breakMinutes: Whole.max(120, 'should be at most 120').default(0),
  noSwitchRules: z.boolean().default(false),
  largeType: z.boolean().default(false),
  windowAfterHours: Whole.max(720, 'should be at most 720').default(0),
  reason: Paragraph.max(500, 'should be at most 500 characters long'),
  validFrom: Moment,
  validUntil: Moment.optional(),
}).superRefine(
  ({ breaks, breakMinutes, validFrom, validUntil }, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if ((breaks === 0) !== (breakMinutes === 0)) wrong('breakMinutes', '"breaks" and "breakMinutes" belong together');
    if (validUntil !== undefined && !isOrdered(validFrom, validUntil))
      wrong('validUntil', 'should be later than validFrom');
  },
  given('breaks', 'breakMinutes', 'validFrom', 'validUntil'),
);
export const Accommodations = z.array(Accommodation);
export type Accommodation = z.infer<typeof Accommodation>;
