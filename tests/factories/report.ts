import { randomUUID } from 'node:crypto';
import type { Definition, SourceName } from '#src/contract/rules/report.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { report, reportDelivery, reportRecipient, reportRun, reportSchedule } from '#src/server/report/tables.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

/** A report; by default the number of rows by department. */
export const definitionOf = (source: SourceName, more: Partial<Definition> = {}): Definition => ({
  ...{ source, columns: [], groups: ['department'], measures: [{ aggregate: 'count', field: null }], filters: [] },
  ...{ sort: null, ...more },
});

/** A saved report of somebody. */
export async function mintReport(
  { id: enterpriseId }: TestTenant,
  { userId }: TestPerson,
  given: { name?: string; isShared?: boolean; definition?: Definition } = {},
): Promise<{ id: string }> {
  const id = randomUUID();
  const values = { name: `Report ${id}`, definition: definitionOf('people'), ...given };
  await withTenant(enterpriseId, (db) => db.insert(report).values({ enterpriseId, id, userId, ...values }));
  return { id };
}

/** The same with a schedule, a delivery and a run. */
export async function mintScheduled(tenant: TestTenant, person: TestPerson, name: string): Promise<{ id: string }> {
  const { id } = await mintReport(tenant, person, { name });
  const own = { enterpriseId: tenant.id, reportId: id, userId: person.userId };
  const at = new Date('2040-01-01T00:00:00Z');
  await withTenant(tenant.id, async (db) => {
    await db.insert(reportSchedule).values({
      ...{
        ...own,
        every: 'week',
        day: 1,
        hour: 8,
        format: 'csv',
        locale: 'zh',
        origin: 'http://localhost',
        nextAt: at,
      },
    });
    await db.insert(reportRecipient).values(own);
    await db.insert(reportDelivery).values({ ...own, dueAt: at, nextAt: at });
    await db.insert(reportRun).values({
      ...{ enterpriseId: tenant.id, userId: person.userId, key: id, definition: definitionOf('people'), locale: 'zh' },
    });
  });
  return { id };
}
