import { z } from 'zod';
import { Appraisal } from './course.ts';
import { Id } from './common.ts';
import { define } from './define.ts';

const Subject = z.object({ subjectType: z.enum(['course', 'project']), subjectId: Id });

const Reactions = z.object({
  ...Appraisal,
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
    summary: 'What people think of a published course or project',
    auth: 'visitor',
    input: Subject,
    data: Reactions,
  },
  'GET /course/auth/reaction/view': {
    summary: 'The same, with what the viewer thinks',
    auth: 'enterprise',
    input: Subject,
    data: OwnReactions,
  },
  'POST /course/auth/reaction/save': {
    summary: 'Sets like, bookmark or rating (null takes it back); what is left out stays. A repeat changes nothing',
    auth: 'enterprise',
    input: Subject.extend({
      liked: z.boolean().optional(),
      bookmarked: z.boolean().optional(),
      /** Spec section 5: 1 to 5. */
      rating: z.number().int().min(1, 'field.rating').max(5, 'field.rating').nullable().optional(),
    }),
    data: OwnReactions,
  },
});
