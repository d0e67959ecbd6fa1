import type { OperationInput } from '#src/contract/calls.ts';
import { privacy } from '#src/contract/privacy.ts';
import { requireRecentProof } from '#src/server/account/factor/recent-proof.ts';
import { hasOtherAdministrator } from '#src/server/account/person/member-status.ts';
import { getT } from '#src/i18n/server.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { maskEmail } from '#src/lib/email.ts';
import { confirmedEmail } from '#src/server/core/confirmed-addresses.ts';
import { composeMail } from '#src/server/core/mail/message.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { settings } from '#src/server/core/settings.ts';
import { writeLog } from '#src/server/core/log.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context, Tenant } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { implement } from '#src/server/core/implement.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { erasePerson } from './erase-person.ts';
import { planErasure } from './erasure-plan.ts';
import { exportPerson } from './export-person.ts';
import { namedMember } from './named-member.ts';
import { copyOwnData, requestOwnErasure, viewOwnErasure } from './own-data.ts';

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
 * @throws AppError 403 unless an administrator decides, whatever steps the enterprise has set, and `proofNeeded`
 */
export async function decideErasure(db: TenantDb, { enterpriseId, subjectId, outcome }: Decided, ctx: Context) {
  if (outcome !== 'approved') return;
  if (!ctx.viewer.isAdmin) throw new AppError(403, 'notAllowed');
  // Here and not in the contract: the decision about other requests needs no proof.
  await requireRecentProof(ctx);
  await sendJob(db, 'erase-person', { enterpriseId, userId: subjectId, actorId: ctx.viewer.userId });
}

/** Erases the data of a member whose erasure was decided, and tells them by e-mail. Nothing happens when they are erased already. */
export async function eraseDecided(
  tenant: Pick<Tenant, 'id' | 'name' | 'lang'>,
  { userId, actorId }: { userId: string; actorId: string },
  now: Date,
): Promise<void> {
  const member = await withTenant(tenant.id, (db) => namedMember(db, tenant, userId));
  if (!member) return;
  const to = settings().mail ? await withTenant(tenant.id, (db) => confirmedEmail(db, userId)) : null;
  await erasePerson(member, { now, by: { actorId } });
  if (to) await tellErased(to, member);
}

/** Tells somebody that their data were erased, at the address that they had: the portal knows no other way to them any more. */
async function tellErased(
  to: string,
  { lang, enterpriseName }: { lang: Locale; enterpriseName: string },
): Promise<void> {
  const t = getT(lang);
  const lines = [{ text: t('account:data.erasedMail', { enterprise: enterpriseName }) }];
  try {
    await sendMail(composeMail({ to, subject: t('account:data.erasedSubject'), lines, locale: lang }));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    writeLog('warn', { msg: 'mail not sent', email: maskEmail(to), refused: true, reason: error.message });
  }
}

export const privacyOperations = implement(privacy, {
  'POST /user/auth/people/data/copy': { ownTransaction: copyData },
  'POST /user/auth/people/data/erase': requestErasure,
  'GET /user/auth/people/data/plan': planErasure,
  'GET /user/auth/own/data/view': viewOwnErasure,
  'POST /user/auth/own/data/copy': copyOwnData,
  'POST /user/auth/own/data/erase': requestOwnErasure,
});
