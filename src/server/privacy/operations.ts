import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { privacy } from '#src/contract/privacy.ts';
import type { NamedMember } from '#src/server/account/person/find-member.ts';
import { hasOtherAdministrator, memberOf } from '#src/server/account/person/member-status.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context, Tenant } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { implement } from '#src/server/core/implement.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

/** A member that is not erased, as commands and jobs name them; null: there is none. */
async function namedMember(db: TenantDb, tenant: Pick<Tenant, 'id' | 'name' | 'lang'>, userId: string) {
  const { userName, employeeNo, status, isAdmin, erasedAt } = enterpriseUser;
  const [found] = await db
    .select({ userName, employeeNo, status, isAdmin, erasedAt, phone: userAccount.phone })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(and(memberOf({ enterpriseId: tenant.id, userId })));
  if (!found || found.erasedAt) return null;
  const { erasedAt: _, ...member } = found;
  const lang = tenant.lang === 'en' ? 'en' : 'zh';
  const named: NamedMember = { ...member, userId, enterpriseId: tenant.id, enterpriseName: tenant.name, lang };
  return named;
}

/** Returns a copy of everything that the portal stores about a member. @throws AppError 404 */
async function copyData({ tenant, viewer, now }: Omit<Context, 'db'>, { userId }: { userId: string }) {
  const member = await withTenant(tenant.id, (db) => namedMember(db, tenant, userId));
  if (!member) throw notFound();
  const data = await exportPerson(member, now(), { actorId: viewer.userId });
  return {
    fileName: `person-${member.employeeNo ?? userId}.json`,
    mediaType: 'application/json',
    base64: Buffer.from(JSON.stringify(data, null, 2)).toString('base64'),
  };
}

/**
 * Requests the erasure of a member's personal data; another administrator decides it.
 * @throws AppError 404; 409 for the viewer, the last administrator, one that is requested already, and when nobody could decide it
 */
async function requestErasure(ctx: Context, { userId, reason }: OperationInput<'POST /user/auth/people/data/erase'>) {
  const { db, tenant, viewer } = ctx;
  const member = await namedMember(db, tenant, userId);
  if (!member) throw notFound();
  if (userId === viewer.userId) throw new AppError(409, 'ownErasure');
  if (member.isAdmin && !(await hasOtherAdministrator(db, { enterpriseId: tenant.id, userId })))
    throw new AppError(409, 'lastAdministrator');
  const instanceId = await startFlow(ctx, {
    ...{ flowType: 'memberErasure', subjectId: userId, concernsId: userId, title: member.userName },
    ...{ detail: { note: reason }, needsDecider: true },
  });
  if (!instanceId) throw new AppError(409, 'erasurePending');
  return { instanceId };
}

type Decided = { enterpriseId: string; subjectId: string; outcome: 'approved' | 'rejected' | 'withdrawn' };

/**
 * Effect of the decision: a job erases the data.
 * @throws AppError 403 unless an administrator decides, whatever steps the enterprise has set
 */
export async function decideErasure(db: TenantDb, { enterpriseId, subjectId, outcome }: Decided, ctx: Context) {
  if (outcome !== 'approved') return;
  if (!ctx.viewer.isAdmin) throw new AppError(403, 'notAllowed');
  await sendJob(db, 'erase-person', { enterpriseId, userId: subjectId, actorId: ctx.viewer.userId });
}

/** Erases the data of a member whose erasure was decided. Nothing happens when they are erased already. */
export async function eraseDecided(
  tenant: Pick<Tenant, 'id' | 'name' | 'lang'>,
  { userId, actorId }: { userId: string; actorId: string },
  now: Date,
): Promise<void> {
  const member = await withTenant(tenant.id, (db) => namedMember(db, tenant, userId));
  if (member) await erasePerson(member, { now, by: { actorId } });
}

export const privacyOperations = implement(privacy, {
  'POST /user/auth/people/data/copy': { ownTransaction: copyData },
  'POST /user/auth/people/data/erase': requestErasure,
});
