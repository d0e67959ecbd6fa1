import { eq, and, sql } from 'drizzle-orm';
import { type Answers, LEAST_ANSWERS } from '#src/contract/rules/questionnaire.ts';
import { questionnaire, questionnaireCompletion } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Number of older rows that a submission rewrites: among so many the newest one is hidden. */
const REWRITTEN = 500;

type Submission = {
  enterpriseId: string;
  questionnaire: { id: string; anonymous: boolean };
  userId: string;
  /** Day in the time zone of the tenant. */
  completedOn: string;
  answers: Answers;
};

/**
 * Stores that a person has filled in a questionnaire, and the answers: of an anonymous one apart from the person.
 *
 * The database keeps, in each row, the transaction that wrote it, and rows lie in the order in which they were written. Both
 * would join an answer to the completion of the same transaction. So a submission writes the older answers again together
 * with its own, in random order: all of them then have its transaction (decision 053). New answers enter the results five at
 * a time: whoever reads the results before and after one person would otherwise see what that person has answered.
 * @returns false if the person has filled it in before; then nothing is stored
 */
export async function storeAnswers(db: TenantDb, submission: Submission): Promise<boolean> {
  const { enterpriseId, userId, completedOn, answers } = submission;
  const { id: questionnaireId, anonymous } = submission.questionnaire;
  // Submissions to one questionnaire wait for each other: they rewrite the same rows.
  await db
    .select({ id: questionnaire.id })
    .from(questionnaire)
    .where(and(eq(questionnaire.enterpriseId, enterpriseId), eq(questionnaire.id, questionnaireId)))
    .for('no key update');
  const [added] = await db
    .insert(questionnaireCompletion)
    .values({ enterpriseId, questionnaireId, userId, anonymous, completedOn, answers: anonymous ? null : answers })
    .onConflictDoNothing()
    .returning({ userId: questionnaireCompletion.userId });
  if (!added) return false;
  if (anonymous)
    await db.execute(sql`
      with taken as (
        delete from questionnaire_sheet
        where enterprise_id = ${enterpriseId} and questionnaire_id = ${questionnaireId} and id in (
          select id from questionnaire_sheet
          where enterprise_id = ${enterpriseId} and questionnaire_id = ${questionnaireId}
          order by released, random() limit ${REWRITTEN})
        returning answers, released),
      known as (select answers, released from taken union all select ${JSON.stringify(answers)}::jsonb, false)
      insert into questionnaire_sheet (enterprise_id, questionnaire_id, answers, released)
      select ${enterpriseId}, ${questionnaireId}, answers,
             released or (select count(*) from known where not released) >= ${LEAST_ANSWERS}
      from known
      order by random()`);
  return true;
}
