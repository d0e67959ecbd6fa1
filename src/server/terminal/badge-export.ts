import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { auditEach } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { unseal } from '#src/server/core/seal.ts';
import { turns } from '#src/server/core/turns.ts';
import { sheetWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import type { AskedExport, WholeFile } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { writeZip, ZIP, type ZipFile } from '#src/server/export/write-zip.ts';
import { storeBadges } from './badges.ts';
import type { run } from './make-badges.task.ts';
import { peopleOf, type PeopleFilter } from './page-people.ts';
import { terminalBadge } from './tables.ts';

const PDF = 'application/pdf';
/** Badges of one document: 100 pages. More are several documents in an archive. */
export const BADGES_PER_FILE = 1_000;

const MAKE = defineTask<typeof run>('#src/server/terminal/make-badges.task.ts', {
  slow: 'certificateTooSlow',
  large: 'certificateTooSlow',
});

/**
 * Requests the badges of all members that a filter finds as a document to print; with `issue`, whoever has none gets one.
 * @throws AppError 422 when nobody would be on it; 429 as `requestExport`
 */
export async function exportBadges(ctx: Context, input: OperationInput<'POST /user/auth/terminal/badge/export'>) {
  const { tenant, db } = ctx;
  const found = peopleOf(tenant.id, input);
  const [counted] = await db
    .select({ people: sql<number>`count(*)::int`, badges: sql<number>`count(${terminalBadge.userId})::int` })
    .from(enterpriseUser)
    .leftJoin(...found.pin)
    .leftJoin(...found.badge)
    .where(found.where);
  const count = input.issue ? counted!.people : counted!.badges;
  if (count === 0) throw new AppError(422, 'invalid', { fields: [{ field: 'issue', key: 'field.noBadges' }] });
  const format = count > BADGES_PER_FILE ? 'zip' : 'pdf';
  return requestExport(ctx, 'terminalBadges', { ...input, scope: 'enterprise', format });
}

/** The badges as PDF, ten on a page in the order of departments and names, so that a sheet is handed out as it was printed. */
export const badgeExport: WholeFile = {
  async whole(asked, db) {
    const { enterpriseId, input, now } = asked;
    const filter = input as unknown as PeopleFilter & { issue: boolean };
    const found = peopleOf(enterpriseId, filter);
    const people = await db
      .select({
        ...{ userId: enterpriseUser.userId, name: enterpriseUser.userName, number: enterpriseUser.employeeNo },
        ...{ department: enterpriseUser.department, hasBadge: sql<boolean>`${terminalBadge.userId} is not null` },
      })
      .from(enterpriseUser)
      .leftJoin(...found.pin)
      .leftJoin(...found.badge)
      .where(found.where)
      .orderBy(sql`${enterpriseUser.department} nulls last`, enterpriseUser.userName, enterpriseUser.userId);
    const shown = filter.issue ? people : people.filter(({ hasBadge }) => hasBadge);
    const { name: company } = await readEnterprise(db, enterpriseId);
    const documents: Uint8Array[] = [];
    for (let from = 0; from < shown.length; from += BADGES_PER_FILE) {
      const part = shown.slice(from, from + BADGES_PER_FILE);
      await issueMissing(db, asked, part);
      documents.push(await makeDocument(db, asked, { part, company }));
    }
    if (input.format !== 'zip') return { type: PDF, bytes: Buffer.from(documents[0]!) };
    async function* files(): AsyncGenerator<ZipFile> {
      await Promise.resolve();
      for (const [n, bytes] of documents.entries()) yield { name: `${String(n + 1).padStart(3, '0')}.pdf`, bytes };
    }
    return { type: ZIP, bytes: await writeZip(files(), '') };

    async function issueMissing(into: TenantDb, { userId }: AskedExport, part: typeof people) {
      const without = part.filter(({ hasBadge }) => !hasBadge).map((person) => person.userId);
      if (without.length === 0) return;
      await storeBadges(into, enterpriseId, without, now);
      const about = without.map((id) => ({ id, detail: { userId: id } }));
      await auditEach(into, { enterpriseId, userId }, 'terminal.badge.issued', about);
    }
  },
};

type Part = { userId: string; name: string; number: string | null; department: string | null }[];

/** Makes one document of the badges of some members, who all have one. */
async function makeDocument(
  db: TenantDb,
  { enterpriseId, locale, now }: AskedExport,
  { part, company }: { part: Part; company: string },
): Promise<Uint8Array> {
  const ids = sql.param(part.map(({ userId }) => userId));
  const sealed = await db
    .select({ userId: terminalBadge.userId, code: terminalBadge.sealedCode })
    .from(terminalBadge)
    .where(and(eq(terminalBadge.enterpriseId, enterpriseId), sql`${terminalBadge.userId} = any(${ids}::uuid[])`));
  const codes = new Map(sealed.map(({ userId, code }) => [userId, code]));
  const turn = turns();
  const badges = [];
  for (const { userId, name, number, department } of part) {
    const code = codes.get(userId);
    if (code) badges.push({ name, number, department, code: unseal(code) });
    await turn();
  }
  const title = getT(locale)('terminal:sheet.title');
  const about = {
    ...{ title, author: company, subject: title },
    ...{ lang: locale === 'zh' ? 'zh-CN' : 'en', at: now.toISOString() },
  };
  return sheetWork.run(MAKE, { badges, company, about }, { owner: enterpriseId });
}
