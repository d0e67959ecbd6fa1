import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { category } from '../tables.ts';

type Row = {
  id: string;
  parentId: string | null;
  name: LocalizedText;
  published: boolean;
  isFromPack: boolean;
  courseCount: number;
  projectCount: number;
};

/** Lists all categories for their editors, siblings in their order. */
export async function listManagedCategories({ db, tenant }: Context) {
  const { rows } = await db.execute<Row>(sql`
    with courses as (select category_id, count(*)::int as n from course where enterprise_id = ${tenant.id} group by category_id),
         projects as (select category_id, count(*)::int as n from project where enterprise_id = ${tenant.id} group by category_id)
    select g.id, g.parent_id as "parentId", g.name, g.published, g.code not like 'portal-%' as "isFromPack",
           coalesce(c.n, 0) as "courseCount", coalesce(p.n, 0) as "projectCount"
    from category g left join courses c on c.category_id = g.id left join projects p on p.category_id = g.id
    where g.enterprise_id = ${tenant.id} order by g.sort, g.id limit ${MAX_ITEMS.categories}`);
  return { categories: rows.map(({ name, ...row }) => ({ ...row, name: { zh: name.zh ?? '', en: name.en ?? '' } })) };
}

const byId = (enterpriseId: string, id: string) => and(eq(category.enterpriseId, enterpriseId), eq(category.id, id));

/** Serialises changes of the tree: two moves at once could make a cycle. */
async function lockTree({
  db,
  tenant,
}: Context): Promise<Map<string, Pick<typeof category.$inferSelect, 'parentId' | 'sort' | 'name' | 'published'>>> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('category ' || ${tenant.id}, 0))`);
  const rows = await db.select().from(category).where(eq(category.enterpriseId, tenant.id));
  return new Map(rows.map((row) => [row.id, row]));
}

const changed = ({ db, tenant }: Context) => announceChange(db, { enterpriseId: tenant.id, tags: ['course', 'site'] });

/** Adds a category as the last one of its parent, or changes one. @throws AppError 404; 409 when it is not what was shown; 422 for an unknown parent or too many categories */
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
    const { was } = input;
    const isSame = ({ zh = '', en = '' }: LocalizedText) => zh === was?.name.zh && en === was.name.en;
    if (was && !(isSame(stored.name) && stored.published === was.published)) throw new AppError(409, 'revisionChanged');
    await db.update(category).set({ name, published }).where(byId(tenant.id, id));
    await audit(db, ctx, 'category.change', { id, ...detail }, { about: [id] });
    await changed(ctx);
    return { id };
  }
  if (parentId !== null && !tree.has(parentId))
    throw new AppError(422, 'invalid', { fields: [{ field: 'parentId', key: 'field.notFound' }] });
  if (tree.size >= MAX_ITEMS.categories) throw new AppError(422, 'tooManyCategories');
  const siblings = [...tree.values()].filter((each) => each.parentId === parentId);
  const sort = Math.max(-1, ...siblings.map((each) => each.sort)) + 1;
  const [made] = await db
    .insert(category)
    .values({ enterpriseId: tenant.id, code: `portal-${randomUUID()}`, name, parentId, published, sort })
    .returning({ id: category.id });
  await audit(db, ctx, 'category.add', { id: made!.id, ...detail }, { about: [made!.id] });
  await changed(ctx);
  return { id: made!.id };
}

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

/** Deletes a category. @throws AppError 404; 409 when courses, projects, categories or zones belong to it, or a content pack has it */
export async function deleteCategory(
  ctx: Context,
  { id }: OperationInput<'DELETE /system/auth/content/category/delete'>,
) {
  const { db, tenant } = ctx;
  const tree = await lockTree(ctx);
  const found = tree.get(id);
  if (!found) throw notFound();
  const { rows } = await db.execute<{ isUsed: boolean }>(sql`
    select g.code not like 'portal-%'
        or exists (select from category c where c.enterprise_id = g.enterprise_id and c.parent_id = g.id)
        or exists (select from course c where c.enterprise_id = g.enterprise_id and c.category_id = g.id)
        or exists (select from project p where p.enterprise_id = g.enterprise_id and p.category_id = g.id)
        or exists (select from zone z where z.enterprise_id = g.enterprise_id and z.category_id = g.id) as "isUsed"
    from category g where g.enterprise_id = ${tenant.id} and g.id = ${id}`);
  if (rows[0]!.isUsed) throw new AppError(409, 'categoryInUse');
  await db.delete(category).where(byId(tenant.id, id));
  await audit(db, ctx, 'category.delete', { id, name: found.name.zh ?? found.name.en ?? '' }, { about: [id] });
  await changed(ctx);
  return { id };
}
