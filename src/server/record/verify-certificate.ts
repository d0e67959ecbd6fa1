import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { maskName } from './mask-name.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { certificateColumns } from './list-certificates.ts';
import { certificateChoice, userCertificate } from './tables/certificate.ts';

/** Numbers of one address: they are consecutive, so somebody could ask for all of them. What the page cache answers is not counted. */
const PER_ADDRESS = { limit: 60, seconds: 600 };

/**
 * Says to anybody whether a certificate is valid (docs/specification.md, section "Certificates"). Its holder's name is shown as they
 * allow, and only while it is not revoked; reasons are not.
 * @throws AppError 404 for an unknown number; 429 when an address has asked for too many
 */
export async function verifyCertificate(
  { db, tenant, now, locale, address }: PublicContext,
  { number }: OperationInput<'GET /course/api/certificate/verify'>,
) {
  const key = addressKey(`certificate:${tenant.id}`, address);
  if (key) await takeTry(key, PER_ADDRESS);
  const [found] = await db
    .select({
      ...certificateColumns(now(), locale),
      userName: userCertificate.userName,
      enterpriseName: userCertificate.enterpriseName,
      choice: certificateChoice.holderName,
    })
    .from(userCertificate)
    .leftJoin(
      certificateChoice,
      and(
        eq(certificateChoice.enterpriseId, userCertificate.enterpriseId),
        eq(certificateChoice.userId, userCertificate.userId),
      ),
    )
    .where(
      and(
        eq(userCertificate.enterpriseId, tenant.id),
        eq(userCertificate.certificateNo, number.replace(/\s/g, '').toUpperCase()),
      ),
    );
  if (!found) throw notFound();
  const { status, userName, choice, replacedBy } = found;
  const name = choice === 'full' ? userName : maskName(userName);
  return {
    ...found,
    state: status === 'held' ? 'valid' : status === 'revoked' && replacedBy ? 'replaced' : status,
    holderName: status === 'revoked' || choice === 'hidden' ? null : name,
  } as const;
}

const mine = ({ tenant, viewer }: Context) =>
  and(eq(certificateChoice.enterpriseId, tenant.id), eq(certificateChoice.userId, viewer.userId));

/** Returns how strangers who verify a certificate of the viewer see their name. */
export async function viewNameChoice(ctx: Context) {
  const [chosen] = await ctx.db.select().from(certificateChoice).where(mine(ctx));
  return { holderName: chosen?.holderName ?? ('masked' as const) };
}

/** Sets how strangers who verify a certificate of the viewer see their name. Pages that show it are rendered again. */
export async function saveNameChoice(
  ctx: Context,
  { holderName }: OperationInput<'PUT /course/auth/user/certificate/choice/save'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const values = { holderName, gmtModified: now() };
  await db
    .insert(certificateChoice)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, ...values })
    .onConflictDoUpdate({ target: [certificateChoice.enterpriseId, certificateChoice.userId], set: values });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['certificates'] });
  return { holderName };
}
