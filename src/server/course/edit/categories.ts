import { randomUUID } from 'node:crypto';
import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { audit, changesBetween, type HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { category } from '../tables.ts';

type Row = {
  id: string;
  parentId: string | null;
  name: LocalizedText;
  published: boolean;
  isFromPack: boolean;
  courseCount: number;
  projectCount: number;
  zoneCount: number;
  revision: number;
};
const both = ({ zh = '', en = '' }: LocalizedText) => ({ zh, en });

/** Lists all categories for their editors, siblings in their order, and deleted ones that can be restored, the latest first. */
export async function listManagedCategories({ db, tenant, now }: Context) {
  const { rows } = await db.execute<Row>(sql`
    with courses as (select category_id, count(*)::int as n from course where enterprise_id = ${tenant.id} group by category_id),
         projects as (select category_id, count(*)::int as n from project where enterprise_id = ${tenant.id} group by category_id),
         zones as (select category_id, count(*)::int as n from zone where enterprise_id = ${tenant.id} group by category_id)
    select g.id, g.parent_id as "parentId", g.name, g.published, g.code not like 'portal-%' as "isFromPack",
           coalesce(c.n, 0) as "courseCount", coalesce(p.n, 0) as "projectCount",
           coalesce(z.n, 0) as "zoneCount",
           g.revision
    from category g left join courses c on c.category_id = g.id left join projects p on p.category_id = g.id
         left join zones z on z.category_id = g.id
    where g.enterprise_id = ${tenant.id} and g.deleted_at is null
    order by g.sort, g.id limit ${MAX_ITEMS.categories}`);
  const deleted = await db
    .select({
      id: category.id,
      name: category.name,
      deletedAt: sql<Date>`${category.deletedAt}`.mapWith(category.deletedAt),
    })
    .from(category)
    .where(restorable(tenant.id, now()))
    .orderBy(sql`${category.deletedAt} desc`, category.id)
    .limit(MAX_ITEMS.categories);
  return {
    categories: rows.map(({ name, ...row }) => ({ ...row, name: both(name) })),
    deleted: deleted.map(({ name, ...row }) => ({ ...row, name: both(name) })),
  };
}

/** Those who edit content read the history of categories. */
export const CATEGORY_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, id) => {
    if (!hasRight(viewer, 'content.manage') || (await db.$count(category, byId(tenant.id, id))) === 0) throw notFound();
  },
};

const byId = (enterpriseId: string, id: string) => and(eq(category.enterpriseId, enterpriseId), eq(category.id, id));
const restorable = (enterpriseId: string, now: Date) =>
  and(eq(category.enterpriseId, enterpriseId), gte(category.deletedAt, restorableSince(now)));

/** Serialises changes of the tree: two moves at once could make a cycle. */
async function lockTree({
  db,
  tenant,
}: Context): Promise<
  Map<string, Pick<typeof category.$inferSelect, 'parentId' | 'sort' | 'name' | 'published' | 'revision'>>
> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('category ' || ${tenant.id}, 0))`);
  const rows = await db
    .select()
    .from(category)
    .where(and(eq(category.enterpriseId, tenant.id), isNull(category.deletedAt)));
  return new Map(rows.map((row) => [row.id, row]));
}

const changed = ({ db, tenant }: Context) => announceChange(db, { enterpriseId: tenant.id, tags: ['course', 'site'] });

/** Adds a category as the last one of its parent, or changes one. @throws AppError 404; 409 when somebody else has changed it since `revision`; 422 for an unknown parent or too many categories */
export async function saveCategory(ctx: Context, input: OperationInput<'POST /system/auth/content/category/save'>) {
  const { db, tenant } = ctx;
  const tree = await lockTree(ctx);
  const { id, parentId, published } = input;
  // A missing language is left out: the other one is shown in its place.
  const name = Object.fromEntries(Object.entries(input.name).filter(([, text]) => text !== ''));
  const detail = { name: input.name.zh || input.name.en };
  if (id !== undefined) {
    const stored = tree.get(id);
    if (!stored) throw notFound();
    if (input.revision !== stored.revision) throw new AppError(409, 'revisionChanged');
    const revision = stored.revision + 1;
    await db.update(category).set({ name, published, revision }).where(byId(tenant.id, id));
    const changes = changesBetween(settingsOf(stored), settingsOf({ name, published }), ['zh', 'en', 'published']);
    await audit(db, ctx, 'category.change', { id, ...detail, changes }, { about: [id] });
    await changed(ctx);
    return { id };
  }
  if (parentId !== null && !tree.has(parentId))
    throw new AppError(422, 'invalid', { fields: [{ field: 'parentId', key: 'field.notFound' }] });
  if (tree.size >= MAX_ITEMS.categories) throw new AppError(422, 'tooManyCategories');
  const [made] = await db
    .insert(category)
    .values({
      enterpriseId: tenant.id,
      code: `portal-${randomUUID()}`,
      name,
      parentId,
      published,
      sort: last(tree, parentId),
    })
    .returning({ id: category.id });
  await audit(db, ctx, 'category.add', { id: made!.id, ...detail }, { about: [made!.id] });
  await changed(ctx);
  return { id: made!.id };
}

const settingsOf = ({ name, published }: { name: LocalizedText; published: boolean }) => ({ ...both(name), published });
/** The place after the last category below a parent. */
const last = (tree: Awaited<ReturnType<typeof lockTree>>, parentId: string | null): number =>
  Math.max(-1, ...[...tree.values()].filter((each) => each.parentId === parentId).map(({ sort }) => sort)) + 1;

/** Moves a category. @throws AppError 404; 422 when it would be below itself */
export async function moveCategory(
  ctx: Context,
  { id, parentId, place }: OperationInput<'POST /system/auth/content/category/move'>,
) {
  const { db, tenant } = ctx;
  const tree = await lockTree(ctx);
  const moved = tree.get(id);
  if (!moved || (parentId !== null && !tree.has(parentId))) throw notFound();
  for (let above = parentId; above !== null; above = tree.get(above)?.parentId ?? null)
    if (above === id) throw new AppError(422, 'invalid', { fields: [{ field: 'parentId', key: 'field.belowItself' }] });
  const siblings = [...tree]
    .filter(([other, each]) => other !== id && each.parentId === parentId)
    .sort(([a, x], [b, y]) => x.sort - y.sort || (a < b ? -1 : 1))
    .map(([other]) => other);
  siblings.splice(place, 0, id);
  await db.execute(sql`
    update category c set parent_id = ${parentId}, sort = i.place::int - 1
    from unnest(${sql.param(siblings)}::uuid[]) with ordinality as i (id, place)
    where c.enterprise_id = ${tenant.id} and c.id = i.id`);
  await audit(db, ctx, 'category.move', { id, parentId, name: moved.name.zh ?? moved.name.en ?? '' }, { about: [id] });
  await changed(ctx);
  return { id };
}

/**
 * Deletes a category, which can be restored for `RESTORABLE_DAYS`.
 * @throws AppError 404; 409 when courses, projects, categories or zones belong to it, or a content pack has it
 */
export async function deleteCategory(
  ctx: Context,
  { id }: OperationInput<'DELETE /system/auth/content/category/delete'>,
) {
  const { db, tenant, now } = ctx;
  const tree = await lockTree(ctx);
  const found = tree.get(id);
  if (!found) throw notFound();
  // Waits for courses that are being put into it.
  await db.select().from(category).where(byId(tenant.id, id)).for('update');
  const { rows } = await db.execute<{ isUsed: boolean }>(sql`
    select g.code not like 'portal-%'
        or exists (select from category c where c.enterprise_id = g.enterprise_id and c.parent_id = g.id and c.deleted_at is null)
        or exists (select from course c where c.enterprise_id = g.enterprise_id and c.category_id = g.id)
        or exists (select from project p where p.enterprise_id = g.enterprise_id and p.category_id = g.id)
        or exists (select from zone z where z.enterprise_id = g.enterprise_id and z.category_id = g.id) as "isUsed"
    from category g where g.enterprise_id = ${tenant.id} and g.id = ${id}`);
  if (rows[0]!.isUsed) throw new AppError(409, 'categoryInUse');
  const change = { deletedAt: now(), published: false, revision: found.revision + 1 };
  await db.update(category).set(change).where(byId(tenant.id, id));
  await audit(db, ctx, 'category.delete', { id, name: found.name.zh ?? found.name.en ?? '' }, { about: [id] });
  await changed(ctx);
  return { id };
}

/**
 * Restores a deleted category where it was; at the top, if what it was below is deleted. Learners see it again only with `published`.
 * @throws AppError 404, also when it was deleted too long ago; 422 with too many categories
 */
export async function restoreCategory(
  ctx: Context,
  { id, published }: OperationInput<'PUT /system/auth/content/category/restore'>,
) {
  const { db, tenant, now } = ctx;
  const tree = await lockTree(ctx);
  const [found] = await db
    .select()
    .from(category)
    .where(and(restorable(tenant.id, now()), byId(tenant.id, id)));
  if (!found) throw notFound();
  if (tree.size >= MAX_ITEMS.categories) throw new AppError(422, 'tooManyCategories');
  const isThere = found.parentId === null || tree.has(found.parentId);
  const parentId = isThere ? found.parentId : null;
  const place = { parentId, sort: isThere ? found.sort : last(tree, null) };
  await db
    .update(category)
    .set({ ...place, published, deletedAt: null, revision: found.revision + 1 })
    .where(byId(tenant.id, id));
  await audit(db, ctx, 'category.restore', { id, name: found.name.zh ?? found.name.en ?? '' }, { about: [id] });
  await changed(ctx);
  return { id, toTop: !isThere };
}

/** Removes categories that cannot be restored any more. */
export async function removeDeletedCategories(enterpriseId: string, now: Date): Promise<void> {
  const refers = (table: string, column: string) =>
    sql`exists (select from ${sql.raw(table)} x where x.enterprise_id = g.enterprise_id and x.${sql.raw(column)} = g.id)`;
  await withTenant(enterpriseId, (db) =>
    db.execute(sql`
      delete from category g
      where g.enterprise_id = ${enterpriseId} and g.deleted_at < ${restorableSince(now).toISOString()}::timestamptz
        and not (${refers('category', 'parent_id')} or ${refers('course', 'category_id')}
          or ${refers('project', 'category_id')} or ${refers('zone', 'category_id')})`),
  );
}
