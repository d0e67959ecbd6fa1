import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/** Kinds of search results. */
export const SubjectType = z.enum([
  'course',
  'project',
  'lecturer',
  'announcement',
  'article',
  'resource',
  'exam',
  'blog',
  'question',
]);
export type SubjectType = z.infer<typeof SubjectType>;

/** A text in parts; `hit`: a match. Plain text, never HTML. */
const HighlightedText = z.array(z.object({ text: z.string(), hit: z.boolean() }));

const Hit = z.object({
  id: Id,
  subjectType: SubjectType,
  type: z.number().int().meta({ description: 'search type, 1–8; 2 for live courses' }),
  /** For a resource: its course. */
  parentId: Id.nullable(),
  title: HighlightedText,
  excerpt: HighlightedText,
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
    description: '1 everything, 2 live, 3 lecturers, 4 resources, 5 exams, 6 blog, 7 questions, 8 announcements',
  }),
  subjectType: SubjectType.optional().meta({ description: 'only results of this kind' }),
  ...paged(10, 50).shape,
});
const searchPage = {
  input: SearchPage,
  data: page(Hit).extend({
    counts: z
      .array(z.object({ type: z.number().int(), subjectType: SubjectType, count: z.number().int() }))
      // Live courses are counted apart from other courses.
      .max(SubjectType.options.length + 1)
      .meta({ description: 'number of all results by kind, independent of the filters' }),
    more: z.boolean().meta({ description: 'there are more results than `totalCount`, which is limited to 10,000' }),
    /** No result contains all words; these contain some of them. */
    someWords: z.boolean(),
    /** No result contains the words as written; these contain similar ones: a letter differs, or the pinyin is the same. */
    similarWords: z.boolean(),
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
    summary: 'Search the content for everybody: best matches first, at most 300; ties are ordered newest first',
    auth: 'visitor',
    ...searchPage,
  },
  'POST /system/auth/search/page': {
    summary: 'Search the content for members, including resources and exams',
    auth: 'enterprise',
    ...searchPage,
  },
  'POST /system/api/search/suggest': {
    summary: 'Suggest up to eight items whose title contains the keyword, for everybody',
    auth: 'visitor',
    ...suggest,
  },
  'POST /system/auth/search/suggest': {
    summary: 'Suggest up to eight items whose title contains the keyword, including resources and exams',
    auth: 'enterprise',
    ...suggest,
  },
});
