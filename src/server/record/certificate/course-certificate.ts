import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { certificate } from '../tables/certificate.ts';

type Tenant = { db: TenantDb; enterpriseId: string };
/** The certificate of a course as its editor writes it: names, and months of validity (0: for ever). Without a name: none. */
export type CourseCertificate = { zh: string; en: string; months: number };

const kindOf = ({ enterpriseId }: Tenant, id: string) =>
  and(eq(certificate.enterpriseId, enterpriseId), eq(certificate.id, id));

/** Reads the certificate of a course. @param id of the kind of certificate; null: the course has none */
export async function readCourseCertificate(tenant: Tenant, id: string | null): Promise<CourseCertificate> {
  if (id === null) return { zh: '', en: '', months: 0 };
  const [kind] = await tenant.db.select().from(certificate).where(kindOf(tenant, id));
  const { lang } = await readEnterprise(tenant.db, tenant.enterpriseId);
  const { titles, certificateName, validMonths } = kind!;
  const inOne = { zh: '', en: '', [lang]: certificateName };
  return {
    zh: titles ? (titles.zh ?? '') : inOne.zh,
    en: titles ? (titles.en ?? '') : inOne.en,
    months: validMonths ?? 0,
  };
}

/**
 * Stores the certificate that a course names: a kind of its own, or the one it has if that is the same. Certificates that were issued keep
 * their names and dates, which are theirs.
 * @param before id of the kind that the course names until now
 * @returns id of the kind; null: none
 */
export async function storeCourseCertificate(
  tenant: Tenant,
  courseId: string,
  before: string | null,
  wanted: CourseCertificate,
): Promise<string | null> {
  const [zh, en] = [wanted.zh.trim(), wanted.en.trim()];
  if (!zh && !en) return null;
  const { db, enterpriseId } = tenant;
  const stored = await readCourseCertificate(tenant, before);
  if (stored.zh === zh && stored.en === en && stored.months === wanted.months) return before;
  const { name: issuer, lang } = await readEnterprise(db, enterpriseId);
  const values = {
    certificateName: lang === 'zh' ? zh || en : en || zh,
    titles: { ...(zh && { zh }), ...(en && { en }) },
    validMonths: wanted.months || null,
  };
  const [kind] = await db
    .insert(certificate)
    .values({ enterpriseId, code: ['portal-course', courseId].join('-'), issuer, ...values })
    .onConflictDoUpdate({ target: [certificate.enterpriseId, certificate.code], set: values })
    .returning({ id: certificate.id });
  return kind!.id;
}
