import { randomUUID } from 'node:crypto';
import { and, asc, eq, not, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';

/** Begins the codes of what was made in the portal; those of content packs have their own. */
const OWN_CODE = 'portal-';

const COURSE_CODE = `${OWN_CODE}course-`;
/** The kind of a course is changed with its course. */
const isOfCourse = sql<boolean>`${certificate.code} like ${`${COURSE_CODE}%`}`;
const course = sql<{ id: string; title: string } | null>`(
  select json_build_object('id', c.id, 'title', c.title) from course c
  where c.enterprise_id = certificate.enterprise_id and ${COURSE_CODE} || c.id = certificate.code)`;
const isFromPack = sql<boolean>`${certificate.code} not like ${`${OWN_CODE}%`}`;
const template = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', t.id, 'name', t.name) from certificate_template t
  where t.enterprise_id = certificate.enterprise_id and t.id = certificate.template_id)`;
// Written out: Drizzle leaves the table of a column out where a query has one.
const issuedCount = sql<number>`(select count(*)::int from user_certificate c
  where c.enterprise_id = certificate.enterprise_id and c.certificate_id = certificate.id)`;

/** Lists the kinds of certificates of the enterprise, those of courses with their course, and how many of each were issued. */
export function pageKinds({ db, tenant }: Context, input: OperationInput<'POST /course/auth/certificate/kind/page'>) {
  const { id, certificateName, issuer, validMonths, revision } = certificate;
  const { keyword, courseId } = input;
  const where = and(
    eq(certificate.enterpriseId, tenant.id),
    courseId ? eq(certificate.code, COURSE_CODE + courseId) : undefined,
    keyword ? sql`strpos(lower(concat_ws(' ', ${certificateName}, ${issuer})), lower(${keyword})) > 0` : undefined,
  );
  const columns = { id, certificateName, issuer, validMonths, revision, isFromPack, course, template, issuedCount };
  return readPage(input, ({ limit, offset }) =>
    db
      .select({ ...columns, totalCount: sql<number>`(count(*) over ())::int` })
      .from(certificate)
      .where(where)
      .orderBy(...orderOf(input.sort, { certificateName, issuedCount }, [asc(certificateName), asc(id)]))
      .limit(limit)
      .offset(offset),
  );
}

/**
 * Adds a kind of certificates, or changes one. Its name and issuer stand on what was issued: they change only until the first certificate
 * is issued; its validity is that of later ones.
 * @throws AppError 404; 409 for an earlier revision; 422 for a kind of a content pack, or a name of which certificates were issued
 */
export async function saveKind(ctx: Context, input: OperationInput<'POST /course/auth/certificate/kind/save'>) {
  const { db, tenant } = ctx;
  const { id, revision, certificateName, issuer, validMonths } = input;
  const values = { certificateName, issuer, validMonths };
  if (id === undefined) {
    const code = `${OWN_CODE}${randomUUID()}`;
    const [added] = await db
      .insert(certificate)
      .values({ enterpriseId: tenant.id, code, ...values })
      .returning({ id: certificate.id });
    await audit(db, ctx, 'certificateKind.add', values, { about: [added!.id] });
    return { id: added!.id };
  }
  const stored = await lock(ctx, id);
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  if (stored.isIssued) {
    const fields = (['certificateName', 'issuer'] as const).filter((name) => stored[name] !== values[name]);
    if (fields.length > 0)
      throw new AppError(422, 'invalid', {
        fields: fields.map((field) => ({ field, key: 'field.certificateIssued' })),
      });
  }
  await db
    .update(certificate)
    .set({ ...values, revision: stored.revision + 1 })
    .where(own(tenant.id, id));
  await audit(
    db,
    ctx,
    'certificateKind.change',
    { id, changes: changesBetween(stored, { ...stored, ...values }, ['certificateName', 'issuer', 'validMonths']) },
    { about: [id] },
  );
  return { id };
}

/** Removes a kind of certificates that nothing names. @throws AppError 404; 409 when certificates were issued, or an exam, course or requirement names it */
export async function deleteKind(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const { certificateName } = await lock(ctx, id);
  try {
    await db.delete(certificate).where(own(tenant.id, id));
  } catch (error) {
    if (databaseErrorOf(error)?.code === '23503') throw new AppError(409, 'certificateKindUsed');
    throw error;
  }
  await audit(db, ctx, 'certificateKind.delete', { id, certificateName }, { about: [id] });
  return null;
}

const own = (enterpriseId: string, id: string) =>
  and(eq(certificate.enterpriseId, enterpriseId), eq(certificate.id, id));

/** Reads and locks a kind. @throws AppError 404; 422 for one of a content pack, which the pack changes */
async function lock({ db, tenant }: Context, id: string) {
  const [found] = await db
    .select({
      certificateName: certificate.certificateName,
      issuer: certificate.issuer,
      validMonths: certificate.validMonths,
      revision: certificate.revision,
      isFromPack,
    })
    .from(certificate)
    .where(and(own(tenant.id, id), not(isOfCourse)))
    .for('update');
  if (!found) throw notFound();
  if (found.isFromPack) throw new AppError(422, 'certificateKindOfPack');
  // After the lock: an issue that held the row has ended.
  const [{ isIssued }] = (
    await db.execute<{ isIssued: boolean }>(sql`select exists (
      select from ${userCertificate} where enterprise_id = ${tenant.id} and certificate_id = ${id}) as "isIssued"`)
  ).rows as [{ isIssued: boolean }];
  return { ...found, isIssued };
}
