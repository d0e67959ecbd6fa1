import { sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Gives the attempts of one record to another one of the same person: all are kept, and of an exam that both have taken their numbers follow
 * those of the other one. Papers, answers, journals and receipts do not name the person, so they stay verifiable.
 * @throws AppError 409 while an attempt of either is running
 */
export async function mergeAttempts(
  db: TenantDb,
  { enterpriseId, removedId, keptId }: { enterpriseId: string; removedId: string; keptId: string },
): Promise<void> {
  const { rows } = await db.execute<{ status: string }>(sql`
    select status from exam_attempt where enterprise_id = ${enterpriseId} and user_id in (${removedId}, ${keptId})
    order by id for update`);
  if (rows.some(({ status }) => status === 'open')) throw new AppError(409, 'mergeAttemptOpen');
  await db.execute(sql`
    update exam_attempt r
    set user_id = ${keptId}, number = r.number + coalesce((
      select max(k.number) from exam_attempt k
      where k.enterprise_id = r.enterprise_id and k.exam_id = r.exam_id and k.user_id = ${keptId}), 0)
    where r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId}`);
}
