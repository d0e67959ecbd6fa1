import { sql } from 'drizzle-orm';
import { latestInstances, MAX_REJECTIONS } from '#src/server/flow/latest-instances.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { tableOf, type RegistrationKind } from './registration-table.ts';

type Joinable = {
  flowType: RegistrationKind;
  subjectId: string;
  title: string;
  /** A user who can decide besides the administrators, e.g. the course's lecturer. */
  approverId?: string | null;
  /** Note of the applicant; required for a second request. */
  note?: string;
};
type Status = 'pending' | 'approved' | 'rejected';

/**
 * Requests registration for a course or project (docs/specification.md, section "Access to courses") and starts the
 * approval. A repeated request does not change a decision; after a rejection the user can request once more, with a
 * reason. The caller checks that the subject is published and requires registration.
 * @returns the status of the registration
 * @throws AppError 409 after the second rejection; 422 for a second request without a reason
 */
export async function requestRegistration(ctx: Context, joinable: Joinable): Promise<Status> {
  const { db, tenant, viewer, now } = ctx;
  const { flowType, subjectId, title, approverId, note } = joinable;
  const { table, subject } = tableOf(flowType);
  const at = now().toISOString();
  // Locks the row, new or existing: concurrent requests of one user are serialised here.
  const { rows } = await db.execute<{ status: Status; fresh: boolean }>(sql`
    insert into ${table} as r (enterprise_id, ${subject}, user_id, status, gmt_create, gmt_modified)
    values (${tenant.id}, ${subjectId}, ${viewer.userId}, 'pending', ${at}, ${at})
    on conflict (enterprise_id, ${subject}, user_id) do update set gmt_modified = r.gmt_modified
    returning status, (xmax = 0) as fresh`);
  const { status, fresh } = rows[0]!;
  if (status === 'approved') return status;

  if (status === 'rejected' || fresh) {
    const asked = { enterpriseId: tenant.id, applicantId: viewer.userId, flowType, subjectIds: [subjectId] };
    const known = (await latestInstances(db, asked)).get(subjectId)?.rejections ?? 0;
    // Registrations rejected before requests were introduced have no request.
    const rejections = Math.max(known, status === 'rejected' ? 1 : 0);
    if (rejections >= MAX_REJECTIONS) throw new AppError(409, 'registrationFinal');
    if (rejections > 0 && !note) {
      throw new AppError(422, 'invalid', { fields: [{ field: 'note', key: 'field.askAgainReason' }] });
    }
    await db.execute(sql`
      update ${table} set status = 'pending', gmt_modified = ${at}
      where enterprise_id = ${tenant.id} and ${subject} = ${subjectId} and user_id = ${viewer.userId}`);
  }
  // A pending registration without a request gets one, because approvers see requests only.
  await startFlow(ctx, { flowType, subjectId, title, approverId, detail: { note } });
  return 'pending';
}
