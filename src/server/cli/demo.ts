import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { inZone } from '#src/lib/dates.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { Step } from './progress.ts';

/** The default tenant comes first; it is served on hosts without a tenant label. */
const PACKS = ['huaxin', 'bluebay'] as const;
const PASSWORD = 'Study@2026';
/** Who gets the role of an auditor, once: content packs grant no roles. */
const AUDITORS = { huaxin: '13800000016', bluebay: '13900000016' };
/** Who has annual statements: no content pack issues them. */
const LEARNERS = { huaxin: '13800000001', bluebay: '13900000001' };
const ROLES = ['learner', 'lecturer', 'organisation', 'administrator', 'second learner'];

/**
 * State of the demo import, in the folder of the database, so that it is moved and restored with it: `pending` until the demo
 * tenants are imported, then the time of the import. An interrupted import is repeated at the next start.
 */
const stateFile = (folder: string) => join(folder, 'demo');

function state(folder: string): string {
  return existsSync(stateFile(folder)) ? readFileSync(stateFile(folder), 'utf8').trim() : '';
}

/**
 * Returns whether the demo tenants are to be imported now (docs/specification.md, section "Demo tenants"): if the
 * setting is on, or if the embedded database has no tenant yet. Never with `DATABASE_URL`, because their passwords are
 * public.
 * @param folder folder of the embedded database, which is running and has the current schema
 * @param demo the setting; undefined if it is not set
 */
export async function wantsDemo(folder: string | undefined, demo: boolean | undefined): Promise<boolean> {
  if (!folder) return false;
  if (demo === undefined && (await hasNoTenant())) writeFileSync(stateFile(folder), 'pending\n');
  return demo ?? state(folder) === 'pending';
}

/** Whether the installation has no enterprise of people, active or not. */
export async function hasNoTenant(): Promise<boolean> {
  const found = await withPortal((db) =>
    db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.synthetic, false)).limit(1),
  );
  return found.length === 0;
}

/**
 * Imports the demo tenants; existing ones are updated.
 * @param signal aborts between two tenants; the next start continues
 */
export async function importDemo(folder: string, at: Step, signal: AbortSignal): Promise<void> {
  const { analyze } = await import('#src/server/core/db/analyze.ts');
  const { importPack } = await import('#src/server/content/import-pack.ts');
  const { findMember } = await import('#src/server/account/person/find-member.ts');
  const { grantWithoutRequest } = await import('#src/server/account/person/roles.ts');
  const { withDemoPeople } = await import('#src/demo/demo-people.ts');
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const name of PACKS) {
    signal.throwIfAborted();
    at.now(name);
    const done = await importPack(fileURLToPath(new URL(`../../demo/packs/${name}`, import.meta.url)), {
      log: at.note,
      complete: (pack) => withDemoPeople(name, pack),
    });
    const { enterpriseId, userId } = await findMember(name, { phone: AUDITORS[name] });
    await withTenant(enterpriseId, (db) => grantWithoutRequest(db, { enterpriseId, userId, bundle: 'auditor' }));
    await issueStatements(name);
    counts.created += done.created;
    counts.updated += done.updated;
    counts.unchanged += done.unchanged;
  }
  await analyze(process.env.DATABASE_URL!);
  writeFileSync(stateFile(folder), `since ${new Date().toISOString()}\n`);
  at.detail(
    `${PACKS.join(' and ')}: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`,
  );
}

/** Issues the statements of the first learner about this year and the last one. */
async function issueStatements(name: (typeof PACKS)[number]): Promise<void> {
  const { findMember } = await import('#src/server/account/person/find-member.ts');
  const { issueOnce } = await import('#src/server/record/statement/issue-statement.ts');
  const { enterpriseId, userId } = await findMember(name, { phone: LEARNERS[name] });
  const at = systemNow();
  await withTenant(enterpriseId, async (db) => {
    const tenant = { id: enterpriseId, ...(await readEnterprise(db, enterpriseId)) };
    const year = inZone(at, tenant.timeZone).year();
    for (const each of [year - 1, year]) await issueOnce(db, tenant, { userId, year: each, at });
  });
}

/** Whether this database contains accounts with public passwords. */
export function hasDemo(folder: string | undefined): boolean {
  return folder !== undefined && state(folder).startsWith('since');
}

/** Shows the registration of enterprises to those who try the demo tenants, unless the operator has said otherwise. */
export function openRegistration(folder: string | undefined): void {
  if (hasDemo(folder)) process.env.ENTERPRISE_REGISTRATION ||= 'open';
}

/** Returns the addresses and accounts of the demo tenants as lines of text. */
export function demoTable(port: number): string[] {
  const row = (huaxin: string, bluebay: string, role: string) => `    ${huaxin.padEnd(14)}${bluebay.padEnd(14)}${role}`;
  return [
    `  华信制造          http://localhost:${port}`,
    `  Bluebay Shipping  http://bluebay.localhost:${port}`,
    '',
    `  Demo accounts; the password of all is ${PASSWORD} and is public. Not for production.`,
    row('huaxin', 'bluebay', ''),
    ...ROLES.map((role, index) => row(`1380000000${index + 1}`, `1390000000${index + 1}`, role)),
    row(AUDITORS.huaxin, AUDITORS.bluebay, 'auditor'),
    row('13700000001', '13700000001', 'member of both'),
  ].map((line) => line.trimEnd());
}
