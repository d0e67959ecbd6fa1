import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { LedgerKind } from '#src/server/record/tables/ledger.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';
import { isRanked, placesOf } from './places.ts';

type Row = {
  score: string;
  /** Null: a member who appears with the department only. */
  userName: string | null;
  headPortraitFileId: string | null;
  sex: number;
  department: string | null;
  total: string;
  mine: boolean;
};

/**
 * Operation: returns a page of the tenant's members ordered by one kind of total, without disabled members and totals
 * of 0. The scan of index `ranking_total_place` starts at the first total of the page, so the last page is as fast as
 * the first one, and member data is read only for the rows of the page.
 */
export function pageRanking(kind: LedgerKind) {
  return async (ctx: Context, input: OperationInput<'POST /user/auth/enterprise/user/account/integral/rank/page'>) => {
    const { db, tenant, viewer, locale } = ctx;
    const year = input.year ?? thisYear(ctx);
    const { limit, offset } = slice(input);
    const nameless = getT(locale)('ranking:nameless');
    const places = await placesOf(ctx, kind, year);
    const start = places.levelAt(offset);
    if (!start) return { ...paging(input, places.people, []), year };
    const { rows } = await db.execute<Row>(sql`
      select l.score, case when n.hidden then null else u.user_name end as "userName",
             case when not n.hidden then u.head_portrait_file_id end as "headPortraitFileId",
             case when n.hidden then 1 else u.sex end as sex, u.department, l.total::text, l.user_id = ${viewer.userId} as mine
      from (
        select r.user_id, r.score, r.total from ranking_total r
        where ${isRanked(tenant.id, kind, year)} and r.score <= ${start.score}
        order by r.score desc, r.user_id limit ${limit} offset ${offset - start.before}
      ) l
      join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = l.user_id
      left join ranking_choice c on c.enterprise_id = ${tenant.id} and c.user_id = l.user_id
      cross join lateral (select coalesce(c.names <> 'name', false) and l.user_id <> ${viewer.userId} as hidden) n
      order by l.score desc, l.user_id`);
    const list = rows.map(({ score, headPortraitFileId, ...row }) => ({
      ...row,
      userName: row.userName ?? nameless,
      rank: places.rankOf(Number(score)),
      headPortrait: publicFileUrl(headPortraitFileId),
    }));
    return { ...paging(input, places.people, list), year };
  };
}
