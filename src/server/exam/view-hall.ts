import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';

type Found = {
  examId: string;
  title: string;
  attemptId: string | null;
  status: 'open' | 'submitted' | 'marked' | null;
};

/** $1 enterprise, $2 attempt or exam, $3 user. */
const OF = {
  attempt: `
select e.id as "examId", e.title, a.id as "attemptId", a.status
from exam_attempt a join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
where a.enterprise_id = $1 and a.id = $2 and a.user_id = $3`,
  exam: `
select e.id as "examId", e.title, a.id as "attemptId", a.status
from exam e left join exam_attempt a on a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.user_id = $3
                                     and a.status = 'open'
where e.enterprise_id = $1 and e.id = $2
  and (a.id is not null or e.published and portal.is_exam_audience(e.enterprise_id, e.id, $3))`,
};

/**
 * Returns what the page of the exam hall shows before the hall has the paper: one statement, because all candidates load it
 * at the same time.
 * @throws AppError 404 when it is not an attempt of the viewer, or not an exam that the viewer can see
 */
export async function viewHall(
  { db, tenant, viewer }: Context,
  { id, of }: OperationInput<'GET /exam/auth/user/exam/hall/view'>,
): Promise<Found> {
  const { rows } = await pgClientOf(db).query<Found>({
    name: `hall-of-${of}`,
    text: OF[of],
    values: [tenant.id, id, viewer.userId],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}
