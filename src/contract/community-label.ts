import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id, Instant, saveOf, SeenRevision, whole } from './common.ts';
import { define } from './define.ts';

/** Colours of labels: names of the theme, which has a light and a dark form of each. */
export const LabelColor = z.enum([
  'blue',
  'cyan',
  'green',
  'lime',
  'yellow',
  'orange',
  'red',
  'pink',
  'purple',
  'gray',
]);
export type LabelColor = z.infer<typeof LabelColor>;

/** A label as it is shown with a post. */
export const LabelChip = z.object({ id: Id, code: z.string(), name: z.string(), color: LabelColor });
export const Label = LabelChip.extend({
  description: z.string(),
  postCount: z.number().int().meta({ description: 'published blogs and questions' }),
  followerCount: z.number().int(),
  /** Whether the viewer follows it. */
  followed: z.boolean(),
});

const bothLanguages = (max: number) =>
  z
    .object({ zh: z.string().trim().max(max).optional(), en: z.string().trim().max(max).optional() })
    .refine(({ zh, en }) => zh || en, { error: 'field.required' });

export const communityLabel = define({
  'POST /community/api/label/list': {
    summary: 'Labels of the community, in their order',
    auth: 'visitor',
    input: z.object({ labelType: whole(1, 9).default(3).meta({ description: '3: labels' }) }),
    data: z.array(Label).max(MAX_ITEMS.labels),
  },
  'PUT /community/auth/label/follow': {
    summary: 'Follow a label, or stop following it',
    auth: 'enterprise',
    input: z.object({ id: Id, on: z.boolean() }),
    data: Label.pick({ followed: true, followerCount: true }),
  },
  'GET /community/auth/label/edit/list': {
    summary: 'All labels with their texts in both languages, withdrawn ones too, then those that can be restored',
    auth: 'admin',
    input: z.object({}),
    data: z
      .array(
        z.object({
          id: Id,
          code: z.string(),
          name: z.object({ zh: z.string().optional(), en: z.string().optional() }),
          description: z.object({ zh: z.string().optional(), en: z.string().optional() }),
          color: LabelColor,
          sort: z.number().int(),
          published: z.boolean(),
          postCount: z.number().int(),
          revision: z.number().int(),
          deletedAt: Instant.nullable(),
        }),
      )
      .max(2 * MAX_ITEMS.labels),
  },
  'POST /community/auth/label/save': {
    summary: 'Add a label, or change one; 409 for an earlier revision',
    auth: 'admin',
    input: saveOf(
      z.object({
        id: Id.optional(),
        revision: SeenRevision,
        name: bothLanguages(40),
        description: z.object({ zh: z.string().trim().max(200).optional(), en: z.string().trim().max(200).optional() }),
        color: LabelColor,
        sort: whole(0, 10_000).default(0),
        published: z.boolean().default(true),
      }),
    ),
    data: z.object({ id: Id }),
  },
  'DELETE /community/auth/label/delete': {
    summary: 'Delete a label that no post has; others can only be withdrawn',
    auth: 'admin',
    input: ById,
    data: z.object({}),
  },
  'PUT /community/auth/label/restore': {
    summary: 'Restore a label within 30 days after its deletion, withdrawn',
    auth: 'admin',
    input: ById,
    data: z.object({}),
  },
});
