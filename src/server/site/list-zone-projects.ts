import { and, asc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { pageProjects } from '#src/server/course/project/page-projects.ts';
import { readProjects } from '#src/server/course/project/read-projects.ts';
import { zoneItem } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { findZone } from './list-zones.ts';

/**
 * Returns published projects of a zone: the selected ones or, if none are selected, the newest.
 * @throws AppError 404 when the zone does not exist or has another `relationType`
 */
export async function listZoneProjects(
  ctx: PublicContext,
  { zoneId, limit }: OperationInput<'GET /system/auth/pc/zone/info/project/list'>,
) {
  const { db, tenant } = ctx;
  const zone = await findZone(ctx, 7, zoneId);
  if (zoneId && !zone) throw notFound();
  const items = zone
    ? await db
        .select({ id: zoneItem.subjectId })
        .from(zoneItem)
        .where(and(eq(zoneItem.enterpriseId, tenant.id), eq(zoneItem.zoneId, zone.id)))
        .orderBy(asc(zoneItem.sort), asc(zoneItem.subjectId))
        .limit(MAX_ITEMS.zoneItems)
    : [];
  if (items.length === 0) return (await pageProjects(ctx, { pageCurrent: 1, pageSize: limit, sort: 'newest' })).list;
  const ids = sql`array[${sql.join(
    items.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  )}]`;
  const order = sql`array_position(${ids}, found.id)`;
  return readProjects(ctx, { where: sql`found.id = any(${ids})`, order, userId: null, limit, offset: 0 });
}
