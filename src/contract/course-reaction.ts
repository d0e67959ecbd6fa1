import { z } from 'zod';
import { ReactionTotals } from './course.ts';
import { Id } from './common.ts';
import { define } from './define.ts';

const Subject = z.object({ subjectType: z.enum(['course', 'project']), subjectId: Id });

const Reactions = z.object({
  ...ReactionTotals,
  bookmarkCount: z.number().int(),
  commentCount: z.number().int(),
  /** Number of ratings with 1, 2, 3, 4 and 5 stars. */
  ratings: z.array(z.number().int()).length(5),
});

const OwnReactions = Reactions.extend({
  liked: z.boolean(),
  bookmarked: z.boolean(),
  rating: z.number().int().nullable(),
});

export const courseReaction = define({
  'GET /course/api/reaction/view': {
    summary: 'Get the reaction totals of a published course or project',
    auth: 'visitor',
    input: Subject,
    data: Reactions,
  },
  'GET /course/auth/reaction/view': {
    summary: 'Get the reaction totals with the user’s own reaction',
    auth: 'enterprise',
    input: Subject,
    data: OwnReactions,
  },
  'POST /course/auth/reaction/save': {
    summary: 'Set like, bookmark or rating (null removes it); absent fields do not change. Idempotent',
    auth: 'enterprise',
    input: Subject.extend({
      liked: z.boolean().optional(),
      bookmarked: z.boolean().optional(),
      /** 1 to 5. */
      rating: z
        .number('field.rating')
        .int('field.rating')
        .min(1, 'field.rating')
        .max(5, 'field.rating')
        .nullable()
        .optional(),
    }),
    data: OwnReactions,
  },
});
