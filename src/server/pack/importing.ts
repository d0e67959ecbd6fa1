import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Localized } from './fields.ts';
import type { Pack } from './pack.ts';
import { resolveMoment } from './moment.ts';
import { conflictLine, type PortalEdits } from './portal-edits.ts';
import type { Tally } from './tally.ts';

/** Codes by kind of item. */
export type Codes = Record<string, string[]>;
export type Visibility = 'public' | 'member';

/** State of a running import. */
export type Importing = {
  db: TenantDb;
  enterpriseId: string;
  pack: Pack;
  now: Date;
  tally: Tally;
  /** Codes in this pack; stored for the next import. */
  codes: Codes;
  /** Codes at the last import: those that are missing now are unpublished. Items created otherwise are not changed. */
  before: Codes;
  /** What was changed in the portal since, and is left as it is. */
  edits: PortalEdits;
  /** Returns the id of the row of a media file; null without a path. */
  fileId(path: string | undefined, visibility: Visibility): string | null;
  log(line: string): void;
};

type Row = Record<string, unknown>;
type Found = Row & { id: string };
/** A tenant table whose rows have a stable code. */
type CodedTable = PgTable & { enterpriseId: PgColumn; id: PgColumn; code: PgColumn };

type Sync = {
  /** Restricts to one parent (the resources of a course); codes are unique within it. */
  scope?: SQL;
  scopeName?: string;
  /** Columns that unpublish a row; null: rows of this kind are not unpublished. */
  hidden?: Row | null;
  /** The portal can delete rows of this kind, which are not created again. Then the result lacks their ids. */
  deletable?: boolean;
  /** What belongs to an object beside its row, by which edits are recognised as well; the caller writes it. */
  parts?: { stored(id: string): Row; wanted(code: string): Row };
};

/**
 * Synchronises the rows of one kind with the pack, by their codes: inserts new ones, updates changed ones, and unpublishes
 * those that were removed from the pack. Rows are never deleted, because attempts and progress refer to them. Rows that were
 * changed in the portal are left as they are.
 * @returns ids by code
 */
export async function syncByCode(
  importing: Importing,
  kind: string,
  table: CodedTable,
  rows: (Row & { code: string })[] | ((ids: ReadonlyMap<string, string>) => Iterable<Row & { code: string }>),
  { scope, scopeName = '', hidden = { published: false }, deletable = false, parts }: Sync = {},
): Promise<Map<string, string>> {
  const { db, enterpriseId, tally, codes, before, edits } = importing;
  const name = scopeName ? `${kind}/${scopeName}` : kind;
  const item = (code: string) => ({ kind: wordsOf(kind), name: scopeName ? `${scopeName}/${code}` : code });
  const stored = (await db
    .select()
    .from(table)
    .where(and(eq(table.enterpriseId, enterpriseId), scope))) as (Found & { code: string })[];
  const byCode = new Map(stored.map((row) => [row.code, row]));
  const ids = new Map(stored.map((row) => [row.code, row.id]));
  const written = new Set<string>();
  for (const row of typeof rows === 'function' ? rows(ids) : rows) {
    const { code } = row;
    written.add(code);
    const found = byCode.get(code);
    if (!found && deletable && edits.isGone(name, code)) {
      tally.add(item(code).kind, 'kept', item(code).name);
      edits.keep(name, code, `${item(code).kind} "${item(code).name}" was deleted or moved in the portal and stays so`);
      continue;
    }
    const wanted = 'published' in table ? { published: true, ...row } : row;
    const more = parts && { stored: found ? parts.stored(found.id) : {}, wanted: parts.wanted(code) };
    ids.set(code, await writeUnlessEdited(importing, { ...item(code), is: name, code }, table, found, wanted, more));
  }
  for (const code of before[name] ?? []) {
    const row = byCode.get(code);
    if (!row || written.has(code)) continue;
    if (!hidden) tally.add(item(code).kind, 'absent', item(code).name);
    if (!hidden || !differs(row, hidden)) continue;
    if (edits.stateOf(name, code, { ...row, ...parts?.stored(row.id) }) === 'edited') {
      tally.add(item(code).kind, 'kept', item(code).name);
      edits.keep(
        name,
        code,
        `${item(code).kind} "${item(code).name}" is no longer in the pack, but was changed in the portal and stays`,
      );
      continue;
    }
    await db
      .update(table)
      .set(hidden)
      .where(keyOf(table, enterpriseId, row.id));
    tally.add(item(code).kind, 'unpublished', item(code).name);
    const known: Row = { ...row, ...parts?.stored(row.id) };
    const left = Object.fromEntries(edits.columnsOf(name, code).map((column) => [column, known[column]]));
    edits.stamp(name, code, { ...left, ...hidden });
    importing.log(`${kind} "${code}" is no longer in the pack: unpublished`);
  }
  codes[name] = [...written].sort();
  return ids;
}

/** Name of a kind for the operator: `navItem` becomes `nav item`. */
const wordsOf = (kind: string) => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Like {@link write}, but leaves a row that was changed in the portal, and says so. @param item.is its kind in the stamps @returns its id */
export async function writeUnlessEdited(
  importing: Importing,
  item: { kind: string; name: string; is: string; code: string },
  table: PgTable & { enterpriseId: PgColumn; id: PgColumn },
  stored: Found | undefined,
  row: Row,
  parts: { stored: Row; wanted: Row } = { stored: {}, wanted: {} },
): Promise<string> {
  const { edits, tally } = importing;
  const [here, pack] = [
    { ...stored, ...parts.stored },
    { ...row, ...parts.wanted },
  ];
  if (stored && differs(here, pack) && edits.stateOf(item.is, item.code, here) !== 'imported') {
    tally.add(item.kind, 'kept', item.name);
    edits.keep(item.is, item.code, conflictLine(item, here, pack));
    return stored.id;
  }
  const id = await write(importing, item, table, stored, row);
  edits.stamp(item.is, item.code, pack);
  return id;
}

/** Inserts a row, or updates it if it differs. @param item what the operator calls it @returns its id */
export async function write(
  { db, enterpriseId, tally, now }: Importing,
  item: { kind: string; name: string },
  table: PgTable & { enterpriseId: PgColumn; id: PgColumn },
  stored: Found | undefined,
  row: Row,
): Promise<string> {
  if (!stored) {
    const [created] = await db
      .insert(table as PgTable)
      .values({ enterpriseId, ...row })
      .returning({ id: table.id });
    tally.add(item.kind, 'created', item.name);
    return (created as { id: string }).id;
  }
  if (!differs(stored, row)) {
    tally.add(item.kind, 'unchanged', item.name);
    return stored.id;
  }
  const touched = 'gmtModified' in getTableColumns(table) ? { gmtModified: now } : {};
  await db
    .update(table)
    .set({ ...row, ...touched })
    .where(keyOf(table, enterpriseId, stored.id));
  tally.add(item.kind, 'updated', item.name);
  return stored.id;
}

/** Whether a stored row differs in one of the given columns. */
export function differs(stored: Row, row: Row): boolean {
  return Object.entries(row).some(([column, value]) => !isDeepStrictEqual(stored[column] ?? null, value ?? null));
}

function keyOf(table: { enterpriseId: PgColumn; id: PgColumn }, enterpriseId: string, id: string) {
  return and(eq(table.enterpriseId, enterpriseId), eq(table.id, id));
}

/**
 * Compares what the pack says with the last import, for data that administrators change in the portal: only what the pack
 * has changed since is written.
 * @param keys everything that the pack says about this kind
 */
export function changesOf(
  { codes, before }: Importing,
  kind: string,
  keys: string[],
): { added: string[]; removed: string[] } {
  const last = before[kind] ?? [];
  codes[kind] = keys;
  return { added: keys.filter((key) => !last.includes(key)), removed: last.filter((key) => !keys.includes(key)) };
}

/** Returns a text by language; a plain text is in the language of the pack. */
export function localizedText({ pack }: Importing, text: Localized): LocalizedText;
export function localizedText({ pack }: Importing, text: Localized | undefined): LocalizedText | null;
export function localizedText({ pack }: Importing, text: Localized | undefined): LocalizedText | null {
  if (text === undefined) return null;
  return typeof text === 'string' ? { [pack.site.lang]: text } : text;
}

/** Formats an amount like PostgreSQL's `numeric(12, 2)`, so that equal amounts compare equal. */
export function amount(value: string | number): string {
  const [whole, fraction = ''] = String(value).split('.');
  return `${Number(whole)}.${fraction.padEnd(2, '0')}`;
}

/** Resolves a moment of the pack in the tenant's time zone. */
export const momentOf = ({ pack, now }: Importing, text: string) => resolveMoment(text, now, pack.site.timeZone);
