import { sql, type SQL } from 'drizzle-orm';
import { GUIDE_STEPS } from '#src/contract/company.ts';
import type { Context } from '#src/server/core/context.ts';

/** Days after which an enterprise is not new any more. */
const NEW_DAYS = 90;

/** Whether a step is done, by enterprise. */
const DONE: { [step in (typeof GUIDE_STEPS)[number]]: (id: string) => SQL } = {
  brand: (id) => sql`exists (select from website where enterprise_id = ${id} and logo_file_id is not null)
    or exists (select from content_item where enterprise_id = ${id} and kind = 'site' and version > 0)`,
  people: (id) => sql`
    (select count(*) from (select from enterprise_user where enterprise_id = ${id} and status = 'active' limit 2) two) = 2`,
  course: (id) => sql`exists (select from course where enterprise_id = ${id} and status = 'published')`,
  requirement: (id) => sql`exists (select from requirement where enterprise_id = ${id} and phase = 'published')`,
  exam: (id) => sql`exists (select from exam where enterprise_id = ${id} and published)`,
  announcement: (id) => sql`exists (select from announcement where enterprise_id = ${id} and published)`,
  // Who came in another way needs no invitation.
  invite: (id) => sql`exists (select from member_invitation where enterprise_id = ${id})
    or exists (select from enterprise_user u join portal.user_session s on s.user_id = u.user_id and s.enterprise_id = ${id}
      where u.enterprise_id = ${id} and not u.is_admin)`,
};

/** Returns which of the first steps are done. */
export async function viewGuide({ db, tenant, now }: Context) {
  const { rows } = await db.execute<{ createdAt: string; done: boolean[] }>(sql`
    select (select gmt_create from portal.enterprise where id = ${tenant.id}) as "createdAt",
      array[${sql.join(
        GUIDE_STEPS.map((step) => DONE[step](tenant.id)),
        sql`, `,
      )}] as done`);
  const { createdAt, done } = rows[0]!;
  return {
    steps: GUIDE_STEPS.map((name, at) => ({ name, isDone: done[at]! })),
    isNew: now().getTime() - new Date(createdAt).getTime() < NEW_DAYS * 86_400_000,
  };
}
