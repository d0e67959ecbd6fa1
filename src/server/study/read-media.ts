import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { CatalogueResource } from '#src/server/course/read-catalogue.ts';
import { mediaCaption } from '#src/server/media/tables.ts';
import { resourceAnswer, resourceCaption, resourceQuestion } from './tables/media.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import { NO_RENDITION, renditionsOf } from '#src/server/file/rendition.ts';
import type { Context } from '#src/server/core/context.ts';

/**
 * Reads what the player shows besides the file, for the video and audio of a course: captions, HLS rendition, thumbnails and
 * questions. The solution of a question is included only after the viewer has answered it.
 * @returns a function that gives the fields of a resource; null: of one that is locked
 */
export async function readMedia({ db, tenant, viewer, now }: Context, catalogue: CatalogueResource[]) {
  const media = catalogue.filter(({ kind }) => kind === 'media');
  const ids = media.map(({ id }) => id);
  // Those of the resource come before those that its file has in the media library.
  const { rows: captions } = await db.execute<{ resourceId: string; lang: string; fileId: string }>(sql`
    select c.resource_id as "resourceId", c.lang, c.file_id as "fileId" from ${resourceCaption} c
    where c.enterprise_id = ${tenant.id} and c.resource_id = any(${sql.param(ids)}::uuid[])
    union all
    select r.id, m.lang, m.caption_file_id from unnest(${sql.param(ids)}::uuid[], ${sql.param(media.map(({ fileId }) => fileId))}::uuid[]) as r (id, file_id)
    join ${mediaCaption} m on m.enterprise_id = ${tenant.id} and m.file_id = r.file_id
    where not exists (select from ${resourceCaption} c
                      where c.enterprise_id = ${tenant.id} and c.resource_id = r.id and c.lang = m.lang)
    order by 2`);
  const asked = await db
    .select({ question: resourceQuestion, answer: resourceAnswer })
    .from(resourceQuestion)
    .leftJoin(
      resourceAnswer,
      and(
        eq(resourceAnswer.enterpriseId, resourceQuestion.enterpriseId),
        eq(resourceAnswer.questionId, resourceQuestion.id),
        eq(resourceAnswer.userId, viewer.userId),
      ),
    )
    .where(
      and(
        eq(resourceQuestion.enterpriseId, tenant.id),
        inArray(resourceQuestion.resourceId, ids),
        eq(resourceQuestion.published, true),
      ),
    )
    .orderBy(asc(resourceQuestion.atSecond), asc(resourceQuestion.sort));
  const at = now();
  const renditions = await renditionsOf(
    db,
    tenant.id,
    media.flatMap(({ fileId }) => fileId ?? []),
    at,
  );
  const fileOf = new Map(media.map(({ id, fileId }) => [id, fileId]));
  return (resourceId: string | null) => ({
    ...(renditions.get(fileOf.get(resourceId ?? '') ?? '') ?? NO_RENDITION),
    captions: captions
      .filter((caption) => caption.resourceId === resourceId)
      .slice(0, MAX_ITEMS.captions)
      .map(({ lang, fileId }) => ({ lang, url: memberFileUrl(tenant.id, fileId, at) })),
    questions: asked
      .filter(({ question }) => question.resourceId === resourceId)
      .map(({ question: { id, atSecond, kind, stem, options, required, rightKeys, explanation }, answer }) => ({
        ...{ id, atSecond, kind, stem, options, required },
        answer: answer && {
          ...{ chosen: answer.chosen, isRight: answer.isRight, attempts: answer.attempts },
          ...{ rightKeys, explanation },
        },
      })),
  });
}
