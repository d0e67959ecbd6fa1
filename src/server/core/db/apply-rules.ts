import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const FILE = /^[a-z-]+[\\/]rules\.sql$/;

/** The functions, views and triggers of a domain, as they are now: its `rules.sql`. */
type Rules = { domain: string; sql: string; hash: string };

/** Returns the rules of all domains, in the order of their names. */
function readRules(): Rules[] {
  return readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((name) => FILE.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(SERVER + name, 'utf8');
      return { domain: name.slice(0, name.search(/[\\/]/)), sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies the rules of the domains whose `rules.sql` has changed since it was applied, in one transaction. They replace what there is
 * (`create or replace`); what is to be removed is dropped by a migration.
 * @param client session of the owner that holds the migration lock
 * @returns the names of the domains
 */
export async function applyRules(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists drizzle.rules (domain text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ domain: string; hash: string }>('select domain, hash from drizzle.rules');
  const applied = new Map(rows.map(({ domain, hash }) => [domain, hash]));
  const changed = readRules().filter(({ domain, hash }) => applied.get(domain) !== hash);
  if (changed.length === 0) return [];
  await client.query('begin');
  try {
    // Functions of one domain may call those of another one that is applied after it.
    await client.query('set local check_function_bodies = off');
    for (const { domain, sql, hash } of changed) {
      await client.query(sql);
      await client.query(
        `insert into drizzle.rules (domain, hash) values ($1, $2)
         on conflict (domain) do update set hash = excluded.hash, applied_at = now()`,
        [domain, hash],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return changed.map(({ domain }) => domain);
}
