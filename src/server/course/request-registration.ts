import { sql } from 'drizzle-orm';
import { latestInstances } from '#src/server/flow/latest-instances.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { tableOf, type RegistrationKind } from './registration-table.ts';

/** How often somebody may be turned down: once, and once more after they said why they ask again. */
export const MOST_REJECTIONS = 2;

type Joinable = {
  flowType: RegistrationKind;
  subjectId: string;
  title: string;
  /** Who may decide beside the administrators, e.g. the user of the course's lecturer. */
  approverId?: string | null;
  /** What the applicant says; needed to ask again. */
  note?: string;
};
type Status = 'pending' | 'approved' | 'rejected';

/**
 * Asks to join a course or project (spec section 4: pending, then approved or not), and starts the request for it. A
 * repeat keeps what was decided; after a rejection one may ask once more, with a reason. Call it for something that is
 * published and takes registrations.
 * @returns where the registration stands now
 * @throws AppError 409 after the second rejection; 422 for asking again without a reason
 */
export async function requestRegistration(ctx: Context, joinable: Joinable): Promise<Status> {
  const { db, tenant, viewer, now } = ctx;
  const { flowType, subjectId, title, approverId, note } = joinable;
  const { table, subject } = tableOf(flowType);
  const at = now().toISOString();
  // Takes the row, new or old: several of these at once queue up here.
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
    // A rejection of the time before requests left no request behind.
    const rejections = Math.max(known, status === 'rejected' ? 1 : 0);
    if (rejections >= MOST_REJECTIONS) throw new AppError(409, 'registrationFinal');
    if (rejections > 0 && !note) {
      throw new AppError(422, 'invalid', { fields: [{ field: 'note', key: 'field.askAgainReason' }] });
    }
    await db.execute(sql`
      update ${table} set status = 'pending', gmt_modified = ${at}
      where enterprise_id = ${tenant.id} and ${subject} = ${subjectId} and user_id = ${viewer.userId}`);
  }
  // One that waits without a request gets it now: nobody would see it otherwise.
  await startFlow(ctx, { flowType, subjectId, title, approverId, detail: { note } });
  return 'pending';
}
