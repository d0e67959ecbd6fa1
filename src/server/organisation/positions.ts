import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { rejectTaken } from './departments.ts';
import { position } from './tables.ts';

/** Lists the positions of the enterprise by name. */
export function pagePositions(
  { db, tenant }: Context,
  input: OperationInput<'POST /user/auth/organisation/position/page'>,
) {
  const { keyword, state } = input;
  const memberCount = sql<number>`(select count(*)::int from ${enterpriseUser} m where m.enterprise_id = ${position.enterpriseId}
    and m.position_id = ${position.id} and m.status = 'active')`;
  const { id, code, name, otherName, closedAt, revision } = position;
  const where = and(
    eq(position.enterpriseId, tenant.id),
    state === 'open' ? isNull(closedAt) : state === 'closed' ? isNotNull(closedAt) : undefined,
    keyword ? sql`strpos(lower(concat_ws(' ', ${name}, ${otherName}, ${code})), lower(${keyword})) > 0` : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        id,
        code,
        name,
        otherName,
        closedAt,
        revision,
        memberCount,
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(position)
      .where(where)
      .orderBy(...orderOf(input.sort, { name, memberCount }, [asc(name), asc(id)]))
      .limit(limit)
      .offset(offset),
  );
}

/**
 * Adds a position, or changes its names or code. Positions are those of the whole enterprise.
 * @throws AppError 403 for managers of departments; 404; 409 for an earlier revision; 422 for a name or code in use
 */
export async function savePosition(ctx: Context, input: OperationInput<'POST /user/auth/organisation/position/save'>) {
  const { db, tenant, now } = ctx;
  requireWhole(ctx);
  const { id, name, revision } = input;
  const values = { name, otherName: input.otherName || null, code: input.code || null, gmtModified: now() };
  if (id === undefined) {
    const [added] = await rejectTaken(() =>
      db
        .insert(position)
        .values({ enterpriseId: tenant.id, ...values })
        .returning({ id: position.id }),
    );
    await audit(db, ctx, 'position.add', { id: added!.id, name }, { about: [added!.id] });
    return added!;
  }
  const stored = await lock(ctx, id);
  if (stored.closedAt) throw notFound();
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  await rejectTaken(() =>
    db
      .update(position)
      .set({ ...values, revision: stored.revision + 1 })
      .where(own(tenant.id, id)),
  );
  const before = { name: stored.name, otherName: stored.otherName, code: stored.code };
  await audit(
    db,
    ctx,
    'position.change',
    {
      id,
      before,
      after: { name, otherName: values.otherName, code: values.code },
    },
    { about: [id] },
  );
  return { id };
}

/**
 * Closes a position; its members get another one, or none.
 * @throws AppError 403 for managers of departments; 404; 409 when it has another number of members than the viewer saw
 */
export async function mergePosition(
  ctx: Context,
  { id, targetId, memberCount }: OperationInput<'POST /user/auth/organisation/position/merge'>,
) {
  const { db, tenant, now } = ctx;
  requireWhole(ctx);
  const stored = await lock(ctx, id);
  if (stored.closedAt) throw notFound();
  if (targetId === id) throw new AppError(422, 'invalid', { fields: [{ field: 'targetId', key: 'field.invalid' }] });
  if (targetId !== null && (await lock(ctx, targetId)).closedAt) throw notFound();
  const active = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    eq(enterpriseUser.positionId, id),
    eq(enterpriseUser.status, 'active'),
  );
  if ((await db.$count(enterpriseUser, active)) !== memberCount) throw new AppError(409, 'planChanged');
  await db
    .update(position)
    .set({ closedAt: now(), mergedInto: targetId, revision: stored.revision + 1, gmtModified: now() })
    .where(own(tenant.id, id));
  await audit(db, ctx, 'position.merge', { id, name: stored.name, targetId, memberCount }, { about: [id, targetId] });
  return { id: targetId ?? id };
}

/** Opens a closed position again, without members. @throws AppError 403 for managers of departments; 404; 422 when its name is in use */
export async function reopenPosition(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  requireWhole(ctx);
  const stored = await lock(ctx, id);
  if (!stored.closedAt) throw notFound();
  await rejectTaken(() =>
    db
      .update(position)
      .set({ closedAt: null, mergedInto: null, revision: stored.revision + 1, gmtModified: now() })
      .where(own(tenant.id, id)),
  );
  await audit(db, ctx, 'position.reopen', { id, name: stored.name }, { about: [id] });
  return { id };
}

const own = (enterpriseId: string, id: string) => and(eq(position.enterpriseId, enterpriseId), eq(position.id, id));

function requireWhole({ viewer }: Context): void {
  if (scopeOf(viewer, 'organisation.write') !== null) throw new AppError(403, 'notAllowed');
}

async function lock({ db, tenant }: Context, id: string) {
  const [found] = await db.select().from(position).where(own(tenant.id, id)).for('update');
  if (!found) throw notFound();
  return found;
}
