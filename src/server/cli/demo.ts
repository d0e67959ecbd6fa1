import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enterprise } from '#src/server/core/db/schema/site.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { Step } from './progress.ts';

/** The default tenant first: it becomes the one a bare host serves. */
const PACKS = ['huaxin', 'bluebay'];
const PASSWORD = 'Study@2026';
const ROLES = ['learner', 'lecturer', 'organisation', 'administrator', 'second learner'];

/**
 * Kept in the database's own folder, so that it goes where the database goes: `pending` until the demo tenants are in,
 * then since when they are. A first start that was interrupted is made up for at the next one.
 */
const stateFile = (folder: string) => join(folder, 'demo');

function state(folder: string): string {
  return existsSync(stateFile(folder)) ? readFileSync(stateFile(folder), 'utf8').trim() : '';
}

/**
 * Decides whether the demo tenants go in now (design section 10): when asked for, or into an embedded database that has
 * no tenant yet. Never with `DATABASE_URL`: their passwords are known to everyone.
 * @param folder of the embedded database, which runs and has the current schema
 * @param demo the setting; undefined when it is not set
 */
export async function wantsDemo(folder: string | undefined, demo: boolean | undefined): Promise<boolean> {
  if (!folder) return false;
  if (demo === undefined && (await hasNoTenant())) writeFileSync(stateFile(folder), 'pending\n');
  return demo ?? state(folder) === 'pending';
}

async function hasNoTenant(): Promise<boolean> {
  const found = await withPortal((db) => db.select({ id: enterprise.id }).from(enterprise).limit(1));
  return found.length === 0;
}

/**
 * Imports the demo tenants; what is there already stays or is brought up to date.
 * @param signal stops it between two tenants; the next start goes on
 */
export async function importDemo(folder: string, at: Step, signal: AbortSignal): Promise<void> {
  const { importPack } = await import('#src/server/content/import-pack.ts');
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const pack of PACKS) {
    signal.throwIfAborted();
    at.now(pack);
    const done = await importPack(fileURLToPath(new URL(`../../demo/packs/${pack}`, import.meta.url)), {
      log: at.note,
    });
    counts.created += done.created;
    counts.updated += done.updated;
    counts.unchanged += done.unchanged;
  }
  writeFileSync(stateFile(folder), `since ${new Date().toISOString()}\n`);
  at.detail(
    `${PACKS.join(' and ')}: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`,
  );
}

/** @returns whether accounts with known passwords are in this database */
export function hasDemo(folder: string | undefined): boolean {
  return folder !== undefined && state(folder).startsWith('since');
}

/** The addresses and accounts to try the portal with, one line each. */
export function demoTable(port: number): string[] {
  const row = (huaxin: string, bluebay: string, role: string) => `    ${huaxin.padEnd(14)}${bluebay.padEnd(14)}${role}`;
  return [
    `  华信制造          http://localhost:${port}`,
    `  Bluebay Shipping  http://bluebay.localhost:${port}`,
    '',
    `  Demo accounts; the password of all is ${PASSWORD} and known to everyone. Not for real use.`,
    row('huaxin', 'bluebay', ''),
    ...ROLES.map((role, index) => row(`1380000000${index + 1}`, `1390000000${index + 1}`, role)),
    row('13700000001', '13700000001', 'member of both'),
  ].map((line) => line.trimEnd());
}
