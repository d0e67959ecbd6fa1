import pg from 'pg';
import type { PortalProcess } from '../config/portal-process.ts';
import { makeEmpty, type PageTime, timer } from './back-office.ts';

/** Of the first page, with and without filters. */
const AIM = 100;

const FUNCTIONS = `
  create or replace function pg_temp.log_id(kind text, n int) returns uuid stable language sql as $$
    select overlay(overlay(md5(current_setting('app.enterprise_id') || kind || n) placing '8' from 13) placing '8' from 17)::uuid $$`;

/** Notices of a year to 20,000 people: nearly all by e-mail, some by SMS, and a few failures; nothing by WeCom, and one group that hardly anybody gets. */
const STEPS = [
  `with made as (
     insert into portal.user_account (id) select pg_temp.log_id('person', n) from generate_series(1, 20000) n returning 1
   ) select count(*) from made`,
  `insert into enterprise_user (enterprise_id, user_id, user_name, employee_no)
   select :tenant, pg_temp.log_id('person', n), '员工 ' || n, 'E' || n from generate_series(1, 20000) n`,
  `create temporary table made_notice as
   select n, uuidv7(- n * interval '30 seconds') as id, pg_temp.log_id('person', 1 + n % 20000) as person,
          date_trunc('milliseconds', now() - n * interval '30 seconds') as at
   from generate_series(1, :rows) n`,
  `insert into notice (enterprise_id, id, user_id, kind, path, source, gmt_create)
   select :tenant, id, person, 'examMarked', '/test', 'log:' || n, at from made_notice`,
  `insert into notice_delivery (enterprise_id, notice_id, channel, user_id, group_name, is_required, state, reason, tries, next_at, done_at, gmt_create)
   select :tenant, id, case when n % 20 = 0 then 'sms' else 'mail' end, person,
          case when n % 200000 = 0 then 'moderation' when n % 3 = 0 then 'due' else 'marked' end, true,
          case when n % 1000 = 0 then 'failed' when n % 100 = 1 then 'skipped' else 'sent' end,
          case when n % 1000 = 0 then 'refused' when n % 100 = 1 then 'noAddress' end, 1, at, at, at
   from made_notice`,
];

/** Times of the log of notices with so many deliveries. */
export async function noticeLogTimes(portal: PortalProcess, databaseUrl: string, rows: number): Promise<PageTime[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tenant = await makeEmpty(client, 'notices');
    await client.query(FUNCTIONS);
    for (const step of STEPS) {
      await client.query(step.replaceAll(':tenant', `'${tenant.id}'::uuid`).replaceAll(':rows', String(rows)));
      // Else keys are checked with plans for tables without rows.
      await client.query('analyze');
    }
    const { times, measure, ask } = timer(portal);
    const page = (input: object) =>
      ask(tenant, 'POST /user/auth/notice/delivery/page', { pageCurrent: 1, pageSize: 20, ...input });
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    await measure('first page', AIM, () => page({}));
    await measure('page 500', AIM, () => page({ pageCurrent: 500 }));
    await measure('failed', AIM, () => page({ state: 'failed' }));
    await measure('e-mail', AIM, () => page({ channel: 'mail' }));
    await measure('SMS', AIM, () => page({ channel: 'sms' }));
    await measure('WeCom, which nobody got', AIM, () => page({ channel: 'wecom' }));
    await measure('a group with many', AIM, () => page({ group: 'due' }));
    await measure('a group with five', AIM, () => page({ group: 'moderation' }));
    await measure('a week half a year ago', AIM, () => page({ from: day(187), to: day(180) }));
    await measure('a person', AIM, () => page({ keyword: '员工 4711' }));
    await measure('a tenth of the people', AIM, () => page({ keyword: '员工 47' }));
    await measure('nobody', AIM, () => page({ keyword: 'xyz' }));
    await measure('failed by SMS in a month', AIM, () =>
      page({ state: 'failed', channel: 'sms', from: day(60), to: day(30) }),
    );
    return times;
  } finally {
    await client.end();
  }
}
