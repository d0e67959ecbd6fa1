import { randomUUID } from 'node:crypto';
import type { OperationInput } from '#src/contract/calls.ts';
import { isCreditCode } from '#src/lib/credit-code.ts';
import { enterpriseKeyProblem } from '#src/contract/rules/company.ts';
import { audit } from '#src/server/core/audit.ts';
import { requirePortalAuthentication } from '#src/server/account/login-methods/portal-authentication.ts';
import { giveBack, takeTry } from '#src/server/core/rate-limit.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { insertMember } from '#src/server/account/insert-member.ts';
import { insertFiles } from '#src/server/file/file-rows.ts';
import { enterpriseInfo } from './tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { createWebsite } from '#src/server/site/create-website.ts';
import { insertEnterprise } from '#src/server/core/write-enterprise.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { settings } from '#src/server/core/settings.ts';
import { lookOf, looksLikeOne } from '#src/server/core/look-alike.ts';
import { isReservedName } from '#src/server/core/reserved-name.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';
import { copyLogo, deleteUploadedLogos, type CopiedLogo } from './copy-logo.ts';
import { phoneOf } from './enterprise-rules.ts';
import { isLowestRegion } from './regions.ts';

type Input = OperationInput<'POST /user/auth/enterprise/info/add'>;
type Field = { field: keyof Input; key: string };

/** All regions are in China, which has one time zone. */
const TIME_ZONE = 'Asia/Shanghai';
/** Limit of registrations of one user per day. */
const LIMIT = { limit: 3, seconds: 86_400 };
/** Limit of attempts of one user per day, rejected ones included: they reveal which names are taken. */
const ATTEMPTS = { limit: 20, seconds: 86_400 };

/**
 * Registers an enterprise: the tenant with its website, navigation and texts, and the user as its administrator, in one
 * transaction. All processes serve its host name afterwards.
 * @throws AppError 422 and 409 at the fields; 403 `registrationClosed`, `ownProofNeeded`; 409 `registrationNoHost`; 429
 */
export async function registerEnterprise(ctx: RequestContext & { viewer: Viewer }, input: Input) {
  requirePortalAuthentication(ctx.viewer);
  if (settings().enterpriseRegistration === 'closed') throw new AppError(403, 'registrationClosed');
  const origin = tenantOrigin(input.key, ctx.origin);
  if (!origin) throw new AppError(409, 'registrationNoHost');
  const contactPhone = input.contactPhone || (await phoneOf(ctx.viewer.userId));
  const wrong = invalidFields(input, origin, contactPhone);
  if (wrong.length > 0 || !contactPhone) throw new AppError(422, 'invalid', { fields: wrong });

  const id = randomUUID();
  const tries = `company:register:${ctx.viewer.userId}`;
  await takeTry(`company:attempt:${ctx.viewer.userId}`, ATTEMPTS);
  await takeTry(tries, LIMIT);
  try {
    const logo = input.logo ? await copyLogo(ctx, input.logo, id) : null;
    await withTenant(id, (db) => write(db, ctx, id, { ...input, contactPhone }, logo));
  } catch (error) {
    // Only successful registrations count.
    await giveBack(tries);
    throw error;
  }
  forgetTenants();
  if (input.logo) await deleteUploadedLogos(ctx);
  return { enterpriseId: id, enterpriseName: input.enterpriseName, key: input.key, origin };
}

function invalidFields(
  { enterpriseName, key, regionCode, creditCode }: Input,
  origin: string,
  contactPhone: string | null,
): Field[] {
  const wrong: Field[] = [];
  if (isReservedName(enterpriseName)) wrong.push({ field: 'enterpriseName', key: 'field.enterpriseNameReserved' });
  const keyProblem = enterpriseKeyProblem(key) ?? reservedHost(origin);
  if (keyProblem) wrong.push({ field: 'key', key: keyProblem });
  if (!isLowestRegion(regionCode)) wrong.push({ field: 'regionCode', key: 'field.region' });
  if (creditCode && !isCreditCode(creditCode)) wrong.push({ field: 'creditCode', key: 'field.creditCode' });
  if (!contactPhone) wrong.push({ field: 'contactPhone', key: 'field.phoneRequired' });
  return wrong;
}

/** Rejects the host names of the default tenant. Called for valid keys only, because others make no URL. */
function reservedHost(origin: string): string | null {
  return settings().tenantHosts.includes(new URL(origin).hostname) ? 'field.enterpriseKeyReserved' : null;
}

async function write(
  db: TenantDb,
  ctx: RequestContext & { viewer: Viewer },
  id: string,
  input: Input & { contactPhone: string },
  logo: CopiedLogo | null,
): Promise<void> {
  const { enterpriseName, key, industry, regionCode, address, contactName, contactPhone, creditCode, scale } = input;
  const { userId, userName } = ctx.viewer;
  const tenant = { id, key, name: enterpriseName, timeZone: TIME_ZONE, lang: ctx.locale };
  await rejectTaken(db, input);
  // Registered at the same time by somebody else: the insert waited for that transaction, whose row is visible now.
  if (!(await insertEnterprise(db, { ...tenant, registeredName: lookOf(enterpriseName)[1] })))
    await rejectTaken(db, input);
  await insertMember(db, { enterpriseId: id, userId, userName: userName || contactName, userType: 1, isAdmin: true });
  if (logo) await insertFiles(db, [logo]);
  await createWebsite(db, { enterpriseId: id, name: enterpriseName, locale: ctx.locale, logoFileId: logo?.id ?? null });
  await db.insert(enterpriseInfo).values({
    enterpriseId: id,
    industry,
    regionCode,
    address,
    scale,
    creditCode,
    contactName,
    contactPhone,
    registeredBy: userId,
    gmtCreate: ctx.now(),
  });
  await audit(db, { ...ctx, tenant }, 'enterprise.registered', {
    key,
    enterpriseName,
    isAdmin: true,
  });
  await announceChange(db, { enterpriseId: id, tags: ['tenant', 'site'] });
}

/** Compares with the names and keys of all enterprises, as readers see them. @throws AppError 409 at the fields */
async function rejectTaken(db: TenantDb, { enterpriseName, key }: Input): Promise<void> {
  const known = await db.select({ key: enterprise.key, name: enterprise.name }).from(enterprise);
  const fields: Field[] = [];
  const names = known.map(({ name }) => name);
  if (await looksLikeOne(enterpriseName, names))
    fields.push({ field: 'enterpriseName', key: 'field.enterpriseNameTaken' });
  const keys = known.map((each) => each.key);
  if (await looksLikeOne(key, keys)) fields.push({ field: 'key', key: 'field.enterpriseKeyTaken' });
  if (fields.length > 0) throw new AppError(409, fields[0]!.key, { fields });
}
