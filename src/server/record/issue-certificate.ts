import { and, eq, isNull, sql } from 'drizzle-orm';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { certificate, certificateSequence, userCertificate } from './tables/certificate.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';

export type Issue = {
  enterpriseId: string;
  userId: string;
  certificateId: string;
  /** The event that earned it, e.g. `exam:<id>`: one certificate per user and event. */
  source: string;
  at: Date;
  issueWay: 'automatic' | 'manual';
  /** Instead of the validity of its kind, months. */
  validMonths?: number;
};

/**
 * Issues a certificate in the transaction of the change that earned it. Numbers (`HUAXIN-2026-000123`) are consecutive per
 * enterprise and calendar year in the tenant's time zone, without gaps.
 * @returns the certificate; `isNew` is false if it was already issued for this event
 * @throws Error when the certificate or the user does not belong to this enterprise (programming error)
 */
export async function issueCertificate(
  db: TenantDb,
  issue: Issue,
): Promise<{ id: string; certificateNo: string; isNew: boolean }> {
  const { enterpriseId, userId, certificateId, source, issueWay } = issue;
  // Locks the member: a concurrent repeat finds the first certificate and uses no number. Same lock as in
  // post-entry.ts.
  const [person] = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId)))
    .for('no key update');
  if (!person) throw new Error(`No such person in enterprise ${enterpriseId}: ${userId}`);

  const [earlier] = await db
    .select({ id: userCertificate.id, certificateNo: userCertificate.certificateNo })
    .from(userCertificate)
    .where(
      and(
        eq(userCertificate.enterpriseId, enterpriseId),
        eq(userCertificate.userId, userId),
        eq(userCertificate.source, source),
      ),
    );
  if (earlier) return { ...earlier, isNew: false };

  const [kind] = await db
    .select({ validMonths: certificate.validMonths })
    .from(certificate)
    .where(and(eq(certificate.enterpriseId, enterpriseId), eq(certificate.id, certificateId)));
  if (!kind) throw new Error(`No such certificate in enterprise ${enterpriseId}: ${certificateId}`);

  const validMonths = issue.validMonths ?? kind.validMonths;
  const { key, timeZone } = await readEnterprise(db, enterpriseId);
  const at = sql`${issue.at.toISOString()}::timestamptz`;
  const [issued] = await db
    .insert(userCertificate)
    .values({
      enterpriseId,
      userId,
      userName: person.userName,
      certificateId,
      source,
      issueWay,
      issuedAt: issue.at,
      certificateNo: await nextNumber(db, { enterpriseId, at: issue.at, key, timeZone }),
      // In the tenant's time zone: twelve months later is the same day and hour there, also across daylight saving
      // time.
      expiresAt:
        validMonths === null
          ? null
          : sql`(${at} at time zone ${timeZone} + make_interval(months => ${validMonths})) at time zone ${timeZone}`,
    })
    .returning({ id: userCertificate.id, certificateNo: userCertificate.certificateNo });
  return { ...issued!, isNew: true };
}

type Numbered = { enterpriseId: string; at: Date; key: string; timeZone: string };

/** Takes the next number of the year of `at`; it is locked until the transaction ends. @param key of the enterprise */
export async function nextNumber(db: TenantDb, { enterpriseId, at, key, timeZone }: Numbered): Promise<string> {
  const year = sql`extract(year from ${at.toISOString()}::timestamptz at time zone ${timeZone})::int`;
  const [next] = await db
    .insert(certificateSequence)
    .values({ enterpriseId, year, last: 1 })
    .onConflictDoUpdate({
      target: [certificateSequence.enterpriseId, certificateSequence.year],
      set: { last: sql`${certificateSequence.last} + 1` },
    })
    .returning();
  return `${key.toUpperCase()}-${next!.year}-${String(next!.last).padStart(6, '0')}`;
}

/**
 * Issues many certificates like `issueCertificate`, each once for its event, with one statement. For imports: two at the same time with
 * the same event would fail.
 * @returns members and events of those that are new
 */
export async function issueCertificates(
  db: TenantDb,
  enterpriseId: string,
  issues: (Pick<Issue, 'userId' | 'certificateId' | 'source' | 'at' | 'issueWay'> & {
    /** Name on it, instead of that of the holder. */
    userName?: string;
  })[],
): Promise<{ userId: string; source: string }[]> {
  if (issues.length === 0) return [];
  const { key, timeZone } = await readEnterprise(db, enterpriseId);
  const { rows } = await db.execute<{ userId: string; source: string }>(sql`
    with given as (
      select g.*, extract(year from g.at at time zone ${timeZone})::int as year
      from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb)
        as g ("userId" uuid, "certificateId" uuid, source text, at timestamptz, "issueWay" text, "userName" text)
      where not exists (select from user_certificate c where c.enterprise_id = ${enterpriseId} and c.user_id = g."userId" and c.source = g.source)
    ), counted as (
      insert into certificate_sequence as s (enterprise_id, year, last)
      select ${enterpriseId}::uuid, year, count(*) from given group by year
      on conflict (enterprise_id, year) do update set last = s.last + excluded.last
      returning year, last
    ), numbered as (
      select g.*, c.last + 1 - row_number() over (partition by g.year order by g.at desc, g."userId", g.source) as number
      from given g join counted c on c.year = g.year
    )
    insert into user_certificate
      (enterprise_id, user_id, user_name, certificate_id, source, issue_way, issued_at, certificate_no, expires_at)
    select ${enterpriseId}, n."userId", coalesce(n."userName", u.user_name), n."certificateId", n.source, n."issueWay", n.at,
           ${key.toUpperCase()} || '-' || n.year || '-' || lpad(n.number::text, 6, '0'),
           (n.at at time zone ${timeZone} + make_interval(months => k.valid_months)) at time zone ${timeZone}
    from numbered n
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = n."userId"
    join certificate k on k.enterprise_id = ${enterpriseId} and k.id = n."certificateId"
    returning user_id as "userId", source`);
  return rows;
}

type OfResult = Pick<Issue, 'enterpriseId' | 'userId' | 'source'>;

const certificateOf = ({ enterpriseId, userId, source }: OfResult) =>
  and(
    eq(userCertificate.enterpriseId, enterpriseId),
    eq(userCertificate.userId, userId),
    eq(userCertificate.source, source),
  );

/** Revokes a certificate because the result that earned it is not what it was; `restoreWithResult` makes it valid again. */
export async function revokeWithResult(
  db: TenantDb,
  { at, reason, ...result }: OfResult & { at: Date; reason: string },
): Promise<void> {
  const revoked = await db
    .update(userCertificate)
    .set({ revokedAt: at, revokeReason: reason, revokedWithPass: true, unseenChange: 'revoked' })
    .where(and(certificateOf(result), isNull(userCertificate.revokedAt)))
    .returning({ id: userCertificate.id });
  for (const { id } of revoked)
    await auditChange(db, result, id, { action: 'certificate.revoked', detail: { reason } });
}

/** Makes a certificate valid again that was revoked with its result. */
export async function restoreWithResult(db: TenantDb, result: OfResult): Promise<void> {
  const restored = await db
    .update(userCertificate)
    .set({ revokedAt: null, revokeReason: null, revokedWithPass: false, unseenChange: 'issued' })
    .where(and(certificateOf(result), eq(userCertificate.revokedWithPass, true)))
    .returning({ id: userCertificate.id });
  for (const { id } of restored) await auditChange(db, result, id, { action: 'certificate.restored', detail: {} });
}

/** What nobody did to the certificate itself: who changed the result is in the history of that. */
const auditChange = (
  db: TenantDb,
  { enterpriseId, userId }: OfResult,
  id: string,
  { action, detail }: { action: string; detail: { reason?: string } },
) => auditWithoutRequest(db, { enterpriseId, userId: null, action, detail: { id, ...detail }, about: [id, userId] });
