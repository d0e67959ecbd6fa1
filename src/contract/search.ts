import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/** Kinds of search results. */
export const SubjectType = z.enum(['course', 'project', 'lecturer', 'announcement', 'article', 'resource', 'exam']);
export type SubjectType = z.infer<typeof SubjectType>;

/** A text in parts; `hit`: a match. Plain text, never HTML. */
const Marked = z.array(z.object({ text: z.string(), hit: z.boolean() }));

const Hit = z.object({
  id: Id,
  subjectType: SubjectType,
  type: z.number().int().meta({ description: 'search type: 1, 3, 4, 5 or 8' }),
  /** For a resource: its course. */
  parentId: Id.nullable(),
  title: Marked,
  excerpt: Marked,
  gmtModified: Instant,
});
const Keyword = z
  .string({ error: 'field.searchKeyword' })
  .trim()
  .min(1, { error: 'field.searchKeyword' })
  .max(100, { error: 'field.tooLong' });

const SearchPage = z.object({
  keyword: Keyword,
  type: whole(1, 8).default(1).meta({
    description:
      'spec section 2: 1 everything, 2 live, 3 lecturers, 4 resources, 5 exams, 6 blog, 7 questions, 8 announcements',
  }),
  subjectType: SubjectType.optional().meta({ description: 'only things of this kind' }),
  ...paged(10, 50).shape,
});
const searchPage = {
  input: SearchPage,
  data: page(Hit).extend({
    counts: z
      .array(z.object({ type: z.number().int(), subjectType: SubjectType, count: z.number().int() }))
      .max(SubjectType.options.length)
      .meta({ description: 'all hits by kind, whatever was asked for' }),
    more: z.boolean().meta({ description: 'there are more hits than `totalCount`, which stops at 10,000' }),
    /** No result contains all words; these contain some of them. */
    someWords: z.boolean(),
  }),
};
const suggest = {
  input: z.object({ keyword: Keyword, type: SearchPage.shape.type }),
  data: z
    .array(Hit.pick({ id: true, subjectType: true, type: true, parentId: true, title: true }))
    .max(MAX_ITEMS.suggestions),
};

export const search = define({
  'POST /system/api/search/page': {
    summary: 'What visitors may find: best hits first, 300 at the most; the newer of two equal ones first',
    auth: 'visitor',
    ...searchPage,
  },
  'POST /system/auth/search/page': {
    summary: 'The same for members, who also find resources and exams',
    auth: 'enterprise',
    ...searchPage,
  },
  'POST /system/api/search/suggest': {
    summary: 'At most eight things whose title has what is being typed, for visitors',
    auth: 'visitor',
    ...suggest,
  },
  'POST /system/auth/search/suggest': {
    summary: 'The same for members, who also find resources and exams',
    auth: 'enterprise',
    ...suggest,
  },
});
