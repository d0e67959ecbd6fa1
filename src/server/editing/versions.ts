import { and, eq, sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { contentVersion } from './tables.ts';
import { editingOf, readItem } from './edited-item.ts';

/** Lists the published versions of something, newest first. @throws AppError 404 */
export async function pageVersions(
  ctx: Context,
  { kind, id, ...page }: OperationInput<'POST /system/auth/content/version/page'>,
) {
  const { db, tenant } = ctx;
  await readItem(editingOf(ctx), kind, id);
  return readPage(page, async ({ limit, offset }) => {
    type Row = {
      number: number;
      gmtCreate: string;
      userName: string | null;
      note: string | null;
      restudy: boolean;
      totalCount: number;
    };
    const { rows } = await db.execute<Row>(sql`
      select v.number, v.gmt_create as "gmtCreate", u.user_name as "userName", v.note, v.restudy, count(*) over ()::int as "totalCount"
      from content_version v
      left join enterprise_user u on u.enterprise_id = v.enterprise_id and u.user_id = v.user_id
      where v.enterprise_id = ${tenant.id} and v.kind = ${kind} and v.item_id = ${id}
      order by v.number desc limit ${limit} offset ${offset}`);
    return rows.map(({ gmtCreate, ...row }) => ({ ...row, gmtCreate: new Date(gmtCreate) }));
  });
}

/** Returns a published version: an editor goes back to it by saving it as a draft. @throws AppError 404 */
export async function viewVersion(
  ctx: Context,
  { kind, id, number }: OperationInput<'GET /system/auth/content/version/view'>,
) {
  await readItem(editingOf(ctx), kind, id);
  const [found] = await ctx.db
    .select({ kind: contentVersion.kind, document: contentVersion.document })
    .from(contentVersion)
    .where(
      and(
        ...[eq(contentVersion.enterpriseId, ctx.tenant.id), eq(contentVersion.kind, kind)],
        ...[eq(contentVersion.itemId, id), eq(contentVersion.number, number)],
      ),
    );
  if (!found) throw notFound();
  return found as unknown as Data<'GET /system/auth/content/version/view'>;
}

/** Editors of content read the history of things with drafts. */
export const CONTENT_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, id) => {
    const { rows } = await db.execute(
      sql`select from content_item i where i.enterprise_id = ${tenant.id} and i.id = ${id}`,
    );
    if (rows.length === 0 || !hasRight(viewer, 'content.manage')) throw notFound();
  },
};
