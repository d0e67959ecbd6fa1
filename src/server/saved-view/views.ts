import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { accessOf, hasAccess } from '#src/contract/rules/page-access.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { savedView } from './tables.ts';

/** Maximum views of a list that a person saves for themselves, and that all see. */
const MAX_OF_LIST = 50;
/** Maximum views that a person saves for themselves in all lists: there are as many lists as there are addresses. */
const MAX_OWN = 500;

/**
 * @param list path of a list, with the query of its tab
 * @throws AppError 404 when there is no such page, 403 when the viewer may not open it
 */
function requireList({ viewer }: Context, list: string): void {
  const access = accessOf(list.split('?')[0]!);
  if (access === null) throw notFound();
  if (!hasAccess(access, viewer)) throw new AppError(403, 'notAllowed');
}

const columns = ({ viewer }: Context) => ({
  id: savedView.id,
  name: savedView.name,
  query: savedView.query,
  isShared: savedView.isShared,
  canChange: sql<boolean>`case when ${savedView.isShared} then ${viewer.isAdmin} else true end`,
});

/** Lists the viewer's and the shared views of a list, by name. @throws AppError 403, 404 as `requireList` */
export async function listViews(ctx: Context, { list }: { list: string }) {
  requireList(ctx, list);
  const { db, tenant, viewer } = ctx;
  return db
    .select(columns(ctx))
    .from(savedView)
    .where(
      and(
        eq(savedView.enterpriseId, tenant.id),
        eq(savedView.list, list),
        or(savedView.isShared, eq(savedView.userId, viewer.userId)),
      ),
    )
    .orderBy(asc(savedView.name), asc(savedView.isShared), asc(savedView.id))
    .limit(MAX_ITEMS.savedViews);
}

/**
 * Saves a view, over the one of the same name: the viewer's own, or the shared one.
 * @throws AppError 403, 404 as `requireList`, and 403 when others than administrators share a view; 422 with too many
 */
export async function saveView(ctx: Context, input: OperationInput<'POST /data/auth/list/view/save'>) {
  requireList(ctx, input.list);
  const { db, tenant, viewer, now } = ctx;
  const { list, name, isShared } = input;
  if (isShared && !viewer.isAdmin) throw new AppError(403, 'notAllowed');
  const query = withoutPage(input.query);
  // One at a time per person, so that the limits hold.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`saved-view ${viewer.userId}`}, 0))`);
  const own = eq(savedView.userId, viewer.userId);
  const others = and(
    eq(savedView.enterpriseId, tenant.id),
    eq(savedView.list, list),
    eq(savedView.isShared, isShared),
    isShared ? undefined : own,
    sql`${savedView.name} <> ${name}`,
  );
  const mine = and(eq(savedView.enterpriseId, tenant.id), own, eq(savedView.isShared, false));
  if (
    (await db.$count(savedView, others)) >= MAX_OF_LIST ||
    (!isShared && (await db.$count(savedView, mine)) >= MAX_OWN)
  )
    throw new AppError(422, 'invalid', { fields: [{ field: 'name', key: 'field.tooManyViews' }] });
  const [row] = await db
    .insert(savedView)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, list, name, query, isShared, gmtModified: now() })
    .onConflictDoUpdate({
      target: isShared
        ? [savedView.enterpriseId, savedView.list, savedView.name]
        : [savedView.enterpriseId, savedView.userId, savedView.list, savedView.name],
      targetWhere: isShared ? sql`${savedView.isShared}` : sql`not ${savedView.isShared}`,
      set: { query, gmtModified: now() },
    })
    .returning(columns(ctx));
  if (isShared) await audit(db, ctx, 'savedView.share', { list, name, query });
  return row!;
}

/** Deletes a view. @throws AppError 404 unless it is the viewer's own, or shared and the viewer an administrator */
export async function deleteView(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const [deleted] = await db
    .delete(savedView)
    .where(
      and(
        eq(savedView.enterpriseId, tenant.id),
        eq(savedView.id, id),
        viewer.isAdmin
          ? or(savedView.isShared, eq(savedView.userId, viewer.userId))
          : and(eq(savedView.userId, viewer.userId), eq(savedView.isShared, false)),
      ),
    )
    .returning({ list: savedView.list, name: savedView.name, isShared: savedView.isShared });
  if (!deleted) throw notFound();
  const { isShared, ...view } = deleted;
  if (isShared) await audit(db, ctx, 'savedView.delete', view);
  return null;
}

/** A view is a selection, not a place in the list. */
function withoutPage(query: string): string {
  const values = new URLSearchParams(query);
  values.delete('page');
  return values.toString();
}
