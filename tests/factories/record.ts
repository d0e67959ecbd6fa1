import { randomUUID } from 'node:crypto';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { annualStatement } from '#src/server/record/tables/statement.ts';
import { type Entry, postEntry } from '#src/server/record/post-entry.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** Posts a ledger entry for a user, by default with a unique `source`. */
export function post(tenant: TestTenant, person: TestPerson, more: Partial<Entry> = {}): Promise<boolean> {
  return withTenant(tenant.id, (db) =>
    postEntry(db, {
      enterpriseId: tenant.id,
      userId: person.userId,
      kind: 'hours',
      hourKind: 'required',
      amount: '1',
      source: `test:${randomUUID()}`,
      title: '安全生产',
      at: new Date('2026-03-01T04:00:00Z'),
      timeZone: 'Asia/Shanghai',
      ...more,
    }),
  );
}

/** Inserts a certificate type. @returns its id */
export async function mintCertificate(
  tenant: TestTenant,
  more: { certificateName?: string; validMonths?: number | null; code?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(certificate).values({
      enterpriseId: tenant.id,
      id,
      code: more.code ?? id,
      certificateName: more.certificateName ?? '安全生产合格证',
      issuer: '培训中心',
      validMonths: more.validMonths ?? null,
    }),
  );
  return id;
}

/** Issues a certificate to a user. */
export function giveCertificate(
  tenant: TestTenant,
  person: TestPerson,
  certificateId: string,
  more: { at?: Date; issueWay?: 'automatic' | 'manual' } = {},
): Promise<{ id: string; certificateNo: string; isNew: boolean }> {
  return withTenant(tenant.id, (db) =>
    issueCertificate(db, {
      enterpriseId: tenant.id,
      userId: person.userId,
      certificateId,
      source: `test:${randomUUID()}`,
      at: more.at ?? new Date(),
      issueWay: more.issueWay ?? 'automatic',
    }),
  );
}

/** Inserts a statement of a member, or with `people` of a department, that says nothing but zeros. @returns its id and number */
export async function mintStatement(
  tenant: TestTenant,
  person: TestPerson,
  more: Partial<typeof annualStatement.$inferInsert> = {},
): Promise<{ id: string; statementNo: string }> {
  const zero = { required: '0.00', culture: '0.00', lecturer: '0.00', other: '0.00', total: '0.00' };
  const sums = { hours: zero, credits: '0.00', examCount: 0, certificateCount: 0 };
  const issued = {
    ...{ enterpriseId: tenant.id, id: randomUUID(), statementNo: `S2026-${randomUUID().toUpperCase()}`, year: 2026 },
    ...{ userId: person.userId, userName: '王小明', enterpriseName: '测试企业', issuedAt: new Date() },
    content: { ...sums, exams: [], certificates: [], parts: [] },
    ...more,
  };
  await withTenant(tenant.id, (db) => db.insert(annualStatement).values(issued));
  return issued;
}
