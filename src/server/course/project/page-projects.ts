import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { categoryAndBelow } from '#src/server/course/category-and-below.ts';
import { knowledgeOrder } from '#src/server/course/knowledge-order.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { hasKeyword } from '#src/server/search/has-keyword.ts';
import { readProjects } from './read-projects.ts';

type Input = OperationInput<'POST /course/api/project/info/page'>;
type OwnInput = OperationInput<'POST /course/auth/project/info/page'>;

const BY_LEARNING_STATE = {
  notStarted: sql`found.study_progress = 0`,
  learning: sql`found.study_progress between 1 and 99`,
  completed: sql`found.study_progress = 100`,
};

/** Lists published learning projects. */
export function pageProjects(ctx: PublicContext, input: Input) {
  return pageFor(ctx, input, null, []);
}

/** Lists published learning projects with the user's progress; can filter by learning state and bookmark. */
export function pageProjectsOfViewer(ctx: Context, { learningState, bookmarked, joined, ...input }: OwnInput) {
  const { tenant, viewer } = ctx;
  return pageFor(ctx, input, viewer.userId, [
    ...(learningState ? [BY_LEARNING_STATE[learningState]] : []),
    ...(joined ? [sql`(found.study_progress > 0 or found.registration is not null)`] : []),
    ...(bookmarked
      ? [
          sql`found.id in (
            select subject_id from reaction where enterprise_id = ${tenant.id} and user_id = ${viewer.userId}
              and subject_type = 'project' and bookmarked_at is not null)`,
        ]
      : []),
  ]);
}

async function pageFor(ctx: PublicContext, input: Input, userId: string | null, more: SQL[]) {
  const keyword = await hasKeyword(ctx.db, { id: sql`found.id`, kind: 'project', keyword: input.keyword });
  const conditions = [
    sql`true`,
    ...(keyword ? [keyword] : []),
    ...(input.categoryId ? [sql`found.category_id in (${categoryAndBelow(ctx.tenant.id, input.categoryId)})`] : []),
    ...(input.need ? [sql`found.registration_required = ${input.need === 'registration'}`] : []),
    ...more,
  ];
  const where = sql.join(conditions, sql` and `);
  const order = knowledgeOrder(input.sort, ORDER);
  return readPage(input, (part) => readProjects(ctx, { where, order, userId, ...part }));
}

const ORDER = {
  ratingSum: sql`found.rating_sum`,
  ratingCount: sql`found.rating_count`,
  studentCount: sql`found.student_count`,
  classHours: sql`found.class_hours`,
  publishedAt: sql`found.published_at`,
  id: sql`found.id`,
};
