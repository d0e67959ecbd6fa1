import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LocalizedText } from '#src/server/core/db/schema/columns.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Localized } from '#src/server/content/fields.ts';
import type { Pack } from '#src/server/content/pack.ts';
import { resolveMoment } from '#src/server/content/moment.ts';

export type Counts = { created: number; updated: number; unchanged: number; unpublished: number };
/** Codes by kind, as one import left them. */
export type Codes = Record<string, string[]>;
export type Visibility = 'public' | 'member';

/** One import under way: its transaction, what it found, and what it did so far. */
export type Importing = {
  db: TenantDb;
  enterpriseId: string;
  pack: Pack;
  now: Date;
  counts: Counts;
  /** What the pack has now; kept for the next import. */
  codes: Codes;
  /** What the pack had at the last import: what of it is gone now is unpublished. Anything else is not ours to touch. */
  before: Codes;
  /** Id of a media file's row. */
  fileId(path: string | undefined, visibility: Visibility): string | null;
  log(line: string): void;
};

type Row = Record<string, unknown>;
type Found = Row & { id: string };
/** A tenant table whose rows have a stable code. */
type CodedTable = PgTable & { enterpriseId: PgColumn; id: PgColumn; code: PgColumn };

/**
 * Brings the rows of one kind to what the pack says, by their codes: inserts, updates what differs, unpublishes what
 * the pack no longer has. Rows are never deleted, because attempts and progress hang on them.
 * @param scope narrows to one parent (the resources of a course); codes are unique within it
 * @param hidden what a row becomes when the pack no longer has it
 * @returns ids by code
 */
export async function syncByCode(
  importing: Importing,
  kind: string,
  table: CodedTable,
  rows: (Row & { code: string })[] | ((ids: ReadonlyMap<string, string>) => Iterable<Row & { code: string }>),
  {
    scope,
    scopeName = '',
    hidden = { published: false },
  }: { scope?: SQL; scopeName?: string; hidden?: Row | null } = {},
): Promise<Map<string, string>> {
  const { db, enterpriseId, counts, codes, before } = importing;
  const name = scopeName ? `${kind}/${scopeName}` : kind;
  const stored = (await db
    .select()
    .from(table)
    .where(and(eq(table.enterpriseId, enterpriseId), scope))) as (Found & { code: string })[];
  const byCode = new Map(stored.map((row) => [row.code, row]));
  const ids = new Map(stored.map((row) => [row.code, row.id]));
  const written = new Set<string>();
  for (const row of typeof rows === 'function' ? rows(ids) : rows) {
    written.add(row.code);
    ids.set(
      row.code,
      await write(importing, table, byCode.get(row.code), 'published' in table ? { published: true, ...row } : row),
    );
  }
  for (const code of hidden ? (before[name] ?? []) : []) {
    const row = byCode.get(code);
    if (!row || written.has(code) || !differs(row, hidden!)) continue;
    await db
      .update(table)
      .set(hidden!)
      .where(keyOf(table, enterpriseId, row.id));
    counts.unpublished += 1;
    importing.log(`${kind} "${code}" is no longer in the pack: unpublished`);
  }
  codes[name] = [...written].sort();
  return ids;
}

/** Inserts a row, or updates what differs. @returns its id */
export async function write(
  { db, enterpriseId, counts, now }: Importing,
  table: PgTable & { enterpriseId: PgColumn; id: PgColumn },
  stored: Found | undefined,
  row: Row,
): Promise<string> {
  if (!stored) {
    const [created] = await db
      .insert(table as PgTable)
      .values({ enterpriseId, ...row })
      .returning({ id: table.id });
    counts.created += 1;
    return (created as { id: string }).id;
  }
  if (!differs(stored, row)) {
    counts.unchanged += 1;
    return stored.id;
  }
  const touched = 'gmtModified' in getTableColumns(table) ? { gmtModified: now } : {};
  await db
    .update(table)
    .set({ ...row, ...touched })
    .where(keyOf(table, enterpriseId, stored.id));
  counts.updated += 1;
  return stored.id;
}

/** Whether a stored row would change; columns that are not named stay as they are. */
export function differs(stored: Row, row: Row): boolean {
  return Object.entries(row).some(([column, value]) => !isDeepStrictEqual(stored[column] ?? null, value ?? null));
}

function keyOf(table: { enterpriseId: PgColumn; id: PgColumn }, enterpriseId: string, id: string) {
  return and(eq(table.enterpriseId, enterpriseId), eq(table.id, id));
}

/** Both languages of a text; a plain one is in the pack's language. */
export function localizedText({ pack }: Importing, text: Localized): LocalizedText;
export function localizedText({ pack }: Importing, text: Localized | undefined): LocalizedText | null;
export function localizedText({ pack }: Importing, text: Localized | undefined): LocalizedText | null {
  if (text === undefined) return null;
  return typeof text === 'string' ? { [pack.site.lang]: text } : text;
}

/** As PostgreSQL writes `numeric(12, 2)`, so that the same amount compares equal. */
export function amount(value: string | number): string {
  const [whole, fraction = ''] = String(value).split('.');
  return `${Number(whole)}.${fraction.padEnd(2, '0')}`;
}

export const momentOf = ({ pack, now }: Importing, text: string) => resolveMoment(text, now, pack.site.timeZone);
