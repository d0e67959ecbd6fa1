import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { answerCount, isManaged, questionnairesOf, shownCount } from './managed.ts';

type Row = {
  totalCount: number;
  resourceId: string;
  questionnaireId: string;
  title: string;
  courseTitle: string;
  anonymous: boolean;
  answerCount: number;
  newCount: number;
};

/** Returns a page of the questionnaires whose results the viewer may see, newest first. */
export function pageQuestionnaires(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /course/auth/questionnaire/page'>,
) {
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select count(*) over ()::int as "totalCount", q.resource_id as "resourceId", q.id as "questionnaireId", q.title,
             c.title as "courseTitle", q.anonymous, ${answerCount} as "answerCount",
             greatest(0, ${shownCount} - coalesce(s.answer_count, 0)) as "newCount"
      from ${questionnairesOf(tenant.id)}
      left join questionnaire_seen s
        on s.enterprise_id = q.enterprise_id and s.questionnaire_id = q.id and s.user_id = ${viewer.userId}
      where ${isManaged(viewer)} and (q.published or ${answerCount} > 0)
      order by q.gmt_create desc, q.id desc limit ${limit} offset ${offset}`);
    return rows;
  });
}
