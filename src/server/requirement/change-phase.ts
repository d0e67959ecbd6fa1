import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { lockChangeable, publish, type Target } from './save-requirement.ts';
import { instant } from './state-sql.ts';
import { requirement } from './tables/requirement.ts';

/** What the audit log calls it. */
const AUDITED = { published: { action: 'requirement.publish' }, withdrawn: { action: 'requirement.withdraw' } };

/**
 * Publishes a requirement, also one that was withdrawn, or withdraws it. Assignments follow with a job.
 * @throws AppError 404; 403 when it concerns people of other departments; 409 for an earlier revision, or when it is so already
 */
export async function changePhase(ctx: Context, input: OperationInput<'POST /course/auth/requirement/phase'>) {
  const { db, tenant, now } = ctx;
  const { id, revision, phase } = input;
  const stored = await lockChangeable(ctx, id);
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  if (stored.phase === phase || (stored.phase === 'draft' && phase === 'withdrawn'))
    throw new AppError(409, 'requirementPhase');
  let { version } = stored;
  if (phase === 'published') {
    if (stored.phase === 'withdrawn') version = await copyVersion(ctx, id, version);
    await publish(ctx, id, version);
  } else await endVersion(ctx, id, version);
  await db
    .update(requirement)
    .set({ phase, version, stale: 'rule', revision: revision + 1, gmtModified: now() })
    .where(and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, id)));
  await audit(db, ctx, AUDITED[phase].action, { id, title: stored.title }, { about: [id] });
  await sendJob(db, 'reconcile-requirements', { enterpriseId: tenant.id });
  return { id, revision: revision + 1 };
}

/** Terms are valid until now. */
export async function endVersion({ db, tenant, now }: Target, id: string, version: number): Promise<void> {
  await db.execute(sql`
    update requirement_version set until = ${instant(now())}
    where enterprise_id = ${tenant.id} and requirement_id = ${id} and number = ${version}`);
}

/** The terms of a withdrawn requirement as a new version, unless they were changed since. @returns its number */
async function copyVersion({ db, tenant }: Context, id: string, version: number): Promise<number> {
  const { rows } = await db.execute(sql`
    insert into requirement_version (enterprise_id, requirement_id, number, due_days, due_from, due_on, repeat_months, renew_days)
    select enterprise_id, requirement_id, number + 1, due_days, due_from, due_on, repeat_months, renew_days
    from requirement_version
    where enterprise_id = ${tenant.id} and requirement_id = ${id} and number = ${version} and since is not null
    returning number`);
  if (rows.length === 0) return version;
  await db.execute(sql`
    insert into requirement_subject (enterprise_id, requirement_id, version, course_id, project_id, exam_id, certificate_id)
    select enterprise_id, requirement_id, version + 1, course_id, project_id, exam_id, certificate_id
    from requirement_subject where enterprise_id = ${tenant.id} and requirement_id = ${id} and version = ${version}`);
  return version + 1;
}

/** Deletes a draft. @throws AppError 404; 403 when it concerns people of other departments; 409 for one that was published */
export async function deleteRequirement(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const stored = await lockChangeable(ctx, id);
  if (stored.phase !== 'draft') throw new AppError(409, 'requirementPhase');
  await db.delete(requirement).where(and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, id)));
  await audit(db, ctx, 'requirement.delete', { id, title: stored.title }, { about: [id] });
  return null;
}
