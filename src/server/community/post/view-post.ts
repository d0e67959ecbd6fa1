import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { moderationCase, moderationDecision } from '#src/server/community/tables/moderation.ts';
import { post, postLabel } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { requireReader, type Reader } from '../community-reader.ts';
import { findPost, type Post } from './find-post.ts';
import { readPostSubject } from './post-subject.ts';
import { postPageData } from './post-page-data.ts';
import { labelsOf, postCard, selectFull } from './select-posts.ts';

/** Newest posts of each label that are compared to find related ones. */
const COMPARED = 50;

/**
 * One blog or question.
 * @throws AppError 404, also for an answer
 */
export async function viewPost(ctx: PublicContext, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const reader = await requireReader(ctx);
  const found = await findPost(ctx, reader, id);
  if (found.kind === 'answer') throw notFound();
  const [row] = await selectFull(db, reader.userId, and(eq(post.enterpriseId, tenant.id), eq(post.id, id)));
  const labels = await labelsOf(ctx, [id]);
  const { subjectType, subjectId, subjectPlace } = found;
  const subject = subjectType && subjectId ? await readPostSubject(ctx, reader, { subjectType, subjectId }) : null;
  return {
    ...postCard(ctx, reader, row!, labels),
    ...(await postPageData(ctx, reader, row!, found.kind === 'question' ? found : null)),
    followerCount: row!.followerCount,
    subject: subject && { ...subject, place: subjectPlace },
    duplicateOf: found.duplicateOf ? await readLink(ctx, found.duplicateOf) : null,
    related: await readRelated(
      ctx,
      id,
      (labels.get(id) ?? []).map((chip) => chip.id),
    ),
    decision: await readDecision(ctx, reader, found),
  };
}

const linkColumns = {
  id: post.id,
  kind: sql<'blog' | 'question'>`${post.kind}`,
  title: sql<string>`${post.title}`,
};

async function readLink({ db, tenant }: PublicContext, id: string) {
  const [link] = await db
    .select(linkColumns)
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, id), eq(post.state, 'published')));
  return link ?? null;
}

/** Posts that share most labels with one, the newer of equal ones first. */
async function readRelated({ db, tenant }: PublicContext, id: string, labelIds: string[]) {
  if (labelIds.length === 0) return [];
  const ids = sql.join(
    labelIds.map((labelId) => sql`(${labelId}::uuid)`),
    sql`, `,
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select near.post_id as id from (values ${ids}) own(label_id) cross join lateral (
      select l.post_id, l.published_at from ${postLabel} l
      join ${post} p on p.enterprise_id = l.enterprise_id and p.id = l.post_id and p.state = 'published'
      where l.enterprise_id = ${tenant.id} and l.label_id = own.label_id and l.post_id <> ${id}
      order by l.published_at desc, l.post_id desc limit ${COMPARED}) near
    group by near.post_id, near.published_at
    order by count(*) desc, near.published_at desc, near.post_id desc limit ${MAX_ITEMS.relatedPosts}`);
  const order = rows.map((row) => row.id);
  if (order.length === 0) return [];
  const links = await db
    .select(linkColumns)
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), inArray(post.id, order)));
  return links.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/** The last decision of a moderator about a post that is not published; for its author and moderators. */
async function readDecision({ db, tenant }: PublicContext, reader: Reader, found: Post) {
  if (found.state === 'published' || !(reader.moderator || reader.userId === found.authorId)) return null;
  const [decision] = await db
    .select({
      id: moderationDecision.id,
      action: moderationDecision.action,
      reason: moderationDecision.reason,
      gmtCreate: moderationDecision.gmtCreate,
      appealedAt: moderationDecision.appealedAt,
    })
    .from(moderationDecision)
    .innerJoin(
      moderationCase,
      and(
        eq(moderationCase.enterpriseId, moderationDecision.enterpriseId),
        eq(moderationCase.id, moderationDecision.caseId),
      ),
    )
    .where(and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.postId, found.id)))
    .orderBy(desc(moderationDecision.gmtCreate), desc(moderationDecision.id))
    .limit(1);
  if (!decision) return null;
  const { appealedAt, ...told } = decision;
  const appealable = reader.userId === found.authorId && appealedAt === null && told.action === 'hide';
  return { ...told, appealable };
}
