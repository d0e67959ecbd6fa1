import { sql, type SQL } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';

/** SQL condition: the user may see the results of a questionnaire of course `c`. */
export const isManaged = ({ isAdmin, userId }: { isAdmin: boolean; userId: string }): SQL =>
  isAdmin
    ? sql`true`
    : sql`exists (select from lecturer l where l.enterprise_id = c.enterprise_id and l.id = c.lecturer_id
                  and l.user_id = ${userId})`;

/** SQL of the questionnaires `q` of the tenant with their resources `r` and courses `c`. */
export const questionnairesOf = (enterpriseId: string): SQL => sql`questionnaire q
  join course_resource r on r.enterprise_id = q.enterprise_id and r.id = q.resource_id
  join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id and q.enterprise_id = ${enterpriseId}`;

/** SQL of the number of people who have filled in questionnaire `q`. */
export const answerCount = sql`(select count(*)::int from questionnaire_completion n
  where n.enterprise_id = q.enterprise_id and n.questionnaire_id = q.id)`;

/** SQL of the number of answers in the results of questionnaire `q`: of an anonymous one some may still wait for others. */
export const shownCount = sql`(case when q.anonymous
  then (select count(*)::int from questionnaire_sheet h
        where h.enterprise_id = q.enterprise_id and h.questionnaire_id = q.id and h.released)
  else ${answerCount} end)`;

/**
 * Returns the number of answers in the results of a questionnaire that the viewer may see.
 * @throws AppError 404 for a questionnaire that does not exist here or belongs to a course of somebody else
 */
export async function requireManaged({ db, tenant, viewer }: Context, questionnaireId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select ${shownCount} as count from ${questionnairesOf(tenant.id)}
    where q.id = ${questionnaireId} and ${isManaged(viewer)}`);
  if (!rows[0]) throw notFound();
  return rows[0].count;
}
