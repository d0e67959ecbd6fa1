import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { rehearsal } from './tables.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { mostTakers, refusal, type Refusal } from './refusal.ts';

const ERRORS: Record<Refusal, () => AppError> = {
  off: () => new AppError(403, 'rehearsalOff'),
  busy: () => new AppError(409, 'rehearsalBusy'),
  exams: () => new AppError(409, 'rehearsalExams'),
  tooMany: () => new AppError(429, 'rehearsalTooMany'),
};

/**
 * Starts a rehearsal: a job starts the command in a process of its own.
 * @throws AppError 403, 409 or 429 as `refusal`; 422 for more candidates than the operator allows
 */
export async function startRehearsal(ctx: Context, input: OperationInput<'POST /exam/auth/exam/rehearsal/start'>) {
  const { db, tenant, viewer, now } = ctx;
  // Of two starts at once, on any enterprise, the second one sees the first.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('rehearsal start', 0))`);
  const refused = await refusal(ctx);
  if (refused) throw ERRORS[refused]();
  const most = await mostTakers();
  if (input.takers > most)
    throw new AppError(422, 'invalid', { fields: [{ field: 'takers', key: 'field.takersAllowed' }], params: { most } });
  const enterpriseId = tenant.id;
  const [row] = await db
    .insert(rehearsal)
    .values({ ...input, enterpriseId, askedBy: viewer.userId, askedAt: now() })
    .returning({ id: rehearsal.id });
  const { id } = row!;
  await audit(db, ctx, 'rehearsal.started', { id, ...input });
  await sendJob(db, 'run-rehearsal', { enterpriseId, id });
  return { id };
}
