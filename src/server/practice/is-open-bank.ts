import { sql, type SQL } from 'drizzle-orm';

/**
 * SQL condition on `question_bank b`: a user may practise its questions. `audience`: the user can take an exam, or practise a
 * mock exam, that draws from it.
 */
export const isOpenBank = (
  userId: string,
): SQL => sql`(b.deleted_at is null and (b.practice = 'members' or b.practice = 'audience' and exists (
  select from exam e
  where e.enterprise_id = b.enterprise_id and (e.published or e.practice)
    and (exists (select from exam_section s
                 where s.enterprise_id = e.enterprise_id and s.exam_id = e.id and s.bank_id = b.id)
         or exists (select from exam_question f
                    join question fq on fq.enterprise_id = f.enterprise_id and fq.id = f.question_id
                    where f.enterprise_id = e.enterprise_id and f.exam_id = e.id and fq.bank_id = b.id))
    and (e.audience = 'everyone' or portal.is_exam_audience(e.enterprise_id, e.id, ${userId})))))`;
