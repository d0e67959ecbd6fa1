import { sql } from 'drizzle-orm';
import { auditLog } from './tables.ts';
import { withTenant, type TenantDb } from './db/tenant.ts';
import type { Context, RequestContext } from './context.ts';

/** What an entry of the audit log is about besides its detail. */
type About = {
  /** The acting user, if it is not the viewer. */
  userId?: string | null;
  /**
   * Ids of the things and members that the entry is about: it belongs to their history. Null is ignored, and so is the order.
   */
  about?: readonly (string | null)[];
};

/** A kind of things whose history can be read (docs/decisions/089); `KINDS` in `history/page-history.ts` lists all. */
export type HistoryKind = {
  /** @throws AppError 404 unless the viewer may read the history of this thing */
  requireReader: (ctx: Context, id: string) => Promise<unknown>;
  /** Actions that only administrators see in it. */
  adminOnly?: readonly string[];
};

/** In `changes` of a detail: a changed setting, with its values if these are short. */
export type AuditedChange = { name: string; before?: AuditedValue; after?: AuditedValue };
type AuditedValue = string | number | boolean | null;

/** Length of a text that is stored with a change. */
const MAX_TEXT = 200;
const isShort = (value: unknown): value is AuditedValue =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= MAX_TEXT);

/** What differs between two versions of something, for the detail of an entry. @param names the settings that count */
export const changesBetween = <T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): AuditedChange[] =>
  names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const [from, to]: unknown[] = [before[name], after[name]];
      return isShort(from) && isShort(to) ? { name, before: from, after: to } : { name };
    });

/** Who acts, and where: a request, or one of an enterprise that is being made. */
type Acting = Pick<RequestContext, 'viewer' | 'address'> & { tenant: { id: string } };

/**
 * Adds a row to the audit log in the transaction of the action itself: either both are stored or neither.
 * @param detail must not contain a password, code or token
 */
export async function audit(
  db: TenantDb,
  { tenant, viewer, address }: Acting,
  action: string,
  detail: Record<string, unknown> | null = null,
  { userId = viewer?.userId ?? null, about }: About = {},
): Promise<void> {
  await insertEntry(db, { enterpriseId: tenant.id, userId, action, detail, address }, about);
}

/** Adds a row to the audit log for what no request does: commands and imports. @param detail must not contain a password, code or token */
export async function auditWithoutRequest(
  db: TenantDb,
  {
    about,
    ...entry
  }: { enterpriseId: string; userId: string | null; action: string; detail: Record<string, unknown> } & Pick<
    About,
    'about'
  >,
): Promise<void> {
  await insertEntry(db, { ...entry, address: null }, about);
}

/**
 * Adds an entry about each of several things or members, with one statement.
 * @param about `id` is whom the entry is about; `detail` must not contain a password, code or token
 */
export async function auditEach(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  action: string,
  about: { id: string; detail: Record<string, unknown> }[],
): Promise<void> {
  if (about.length === 0) return;
  await db.execute(sql`
    with given as (
      select uuidv7() as id, a.id as subject, a.detail
      from jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as a (id uuid, detail jsonb)
    ), entry as (
      insert into audit_log (enterprise_id, id, user_id, action, detail)
      select ${enterpriseId}, id, ${userId}, ${action}, detail from given
    )
    insert into audit_subject (enterprise_id, audit_id, subject_id) select ${enterpriseId}, id, subject from given`);
}

/** Returns the detail of an entry about a thing; null: there is no such entry about it. */
export async function readDetail(
  { db, tenant }: { db: TenantDb; tenant: { id: string } },
  { id, about, action }: { id: string; about: string; action: string },
): Promise<Record<string, unknown> | null> {
  const { rows } = await db.execute<{ detail: Record<string, unknown> | null }>(sql`
    select l.detail from audit_subject s join audit_log l on l.enterprise_id = s.enterprise_id and l.id = s.audit_id
    where s.enterprise_id = ${tenant.id} and s.subject_id = ${about} and s.audit_id = ${id} and l.action = ${action}`);
  return rows[0]?.detail ?? null;
}

/** Adds a row to the audit log in its own transaction, for a rejected action whose own transaction is rolled back. */
export function auditAlone(
  ctx: RequestContext,
  action: string,
  detail: Record<string, unknown> | null = null,
  about: About = {},
): Promise<void> {
  return withTenant(ctx.tenant.id, (db) => audit(db, ctx, action, detail, about));
}

type Entry = Required<Pick<typeof auditLog.$inferInsert, 'enterpriseId' | 'action'>> &
  Record<'userId' | 'address', string | null> & { detail: Record<string, unknown> | null };

/** One statement, with or without subjects. */
async function insertEntry(db: TenantDb, entry: Entry, about: About['about'] = []): Promise<void> {
  const subjects = [...new Set(about)].filter((id) => id !== null);
  if (subjects.length === 0) {
    await db.insert(auditLog).values(entry);
    return;
  }
  const { enterpriseId, userId, action, detail, address } = entry;
  await db.execute(sql`
    with entry as (
      insert into audit_log (enterprise_id, user_id, action, detail, address)
      values (${enterpriseId}, ${userId}, ${action}, ${detail && JSON.stringify(detail)}::jsonb, ${address})
      returning id
    )
    insert into audit_subject (enterprise_id, audit_id, subject_id)
    select ${enterpriseId}, entry.id, subject from entry, unnest(${sql.param(subjects)}::uuid[]) as subject`);
}
