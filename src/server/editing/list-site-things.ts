import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { localizedText } from '#src/lib/localized.ts';
import type { Context } from '#src/server/core/context.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { itemColumns } from './item-sql.ts';
import { dates, type Edited, latestFirst, things } from './list-things.ts';

type Announcement = Data<'POST /system/auth/content/announcement/page'>['list'][number];

/** Lists all announcements for their editors. */
export async function listEditedAnnouncements(
  ctx: Context,
  input: OperationInput<'POST /system/auth/content/announcement/page'>,
) {
  const table = { table: sql`announcement`, title: sql`t.title`, published: sql`t.published` };
  const { from, state } = things(ctx, 'announcement', table, input);
  const changed = sql`greatest(i.gmt_modified, t.gmt_modified)`;
  const order = orderOf(
    input.sort,
    { title: sql`t.title`, changedAt: changed, publishedAt: sql`t.published_at` },
    latestFirst(input, [sql`${changed} desc`, sql`t.id desc`]),
  );
  type Row = Omit<Announcement, 'publishedAt'> & Edited & { shownAt: string; totalCount: number };
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<Row>(sql`
      select t.id, coalesce(i.draft ->> 'title', t.title) as title, t.published_at as "shownAt", t.pinned,
             t.must_read as "mustRead", t.restricted, ${state} as state, ${itemColumns(sql`t`, sql`t.gmt_modified`)},
             count(*) over ()::int as "totalCount"
      from ${from} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}`);
    return rows.map(({ shownAt, ...row }) => ({ ...dates(row), publishedAt: new Date(shownAt) }));
  });
}

type Article = Data<'POST /system/auth/content/article/page'>['list'][number];

/** Lists the articles of the site for their editors, in their order. */
export async function listEditedArticles(
  ctx: Context,
  input: OperationInput<'POST /system/auth/content/article/page'>,
) {
  const { db, tenant, locale } = ctx;
  const table = { table: sql`article`, title: sql`t.title::text`, published: sql`t.published` };
  const { from, state } = things(ctx, 'article', table, input);
  type Row = Omit<Article, 'title'> & Edited & { title: LocalizedText; totalCount: number };
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select t.id, t.code, coalesce(i.draft -> 'title', t.title) as title, t.version as "versionNumber", ${state} as state,
             exists (select from unnest(array[coalesce(i.draft -> 'title', t.title), coalesce(i.draft -> 'body', t.body)]) x
                     where exists (select from unnest(${sql.param(tenant.languages)}::text[]) lang where coalesce(x ->> lang, '') = '')) as "isMissingLanguage",
             ${itemColumns(sql`t`, sql`t.gmt_modified`)}, count(*) over ()::int as "totalCount"
      from ${from} order by t.sort, t.id limit ${limit} offset ${offset}`);
    const isImported = await hasPack(tenant.id);
    return rows.map(({ title, isFromPack, ...row }) => ({
      ...dates(row),
      ...{ title: localizedText(title, locale), isFromPack: isFromPack && isImported },
    }));
  });

  async function hasPack(id: string): Promise<boolean> {
    const found = await db.execute(
      sql`select from audit_log where enterprise_id = ${id} and action = 'content.import' limit 1`,
    );
    return found.rows.length > 0;
  }
}
