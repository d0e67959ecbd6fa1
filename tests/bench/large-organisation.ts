import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { PortalProcess } from '../config/portal-process.ts';
import { mintSession } from '../factories/session.ts';
import { makeEmpty, type PageTime, timer } from './back-office.ts';

/** Of the first page of each list. */
const AIM = 100;
/** Of other orders and filters. */
const FILTER_AIM = 300;
/** Transactions of a step: triggers change the same few rows again and again, and a transaction keeps each version. */
const PARTS = 50;

const FUNCTIONS = `
  create or replace function pg_temp.own_id(kind text, n int) returns uuid stable language sql as $$
    select overlay(overlay(md5(current_setting('app.enterprise_id') || kind || n) placing '8' from 13) placing '8' from 17)::uuid $$`;

/**
 * An organisation account that has ordered two courses of twenty for each of its people, most of whom have begun, and half completed them: with
 * class hours, exams, tasks and certificates.
 */
const STEPS = [
  `with made as (
     insert into portal.user_account (id) select pg_temp.own_id('person', n) from generate_series(1, :people) n returning 1
   ) select count(*) from made`,
  `insert into enterprise_user (enterprise_id, user_id, user_name, department, post)
   select :tenant, pg_temp.own_id('person', n), '员工 ' || n, '公司 ' || n % 20 || '/车间 ' || n % 400, '岗位 ' || n % 12
   from generate_series(1, :people) n`,
  `insert into course (enterprise_id, id, code, title)
   select :tenant, pg_temp.own_id('course', n), 'o' || n, '课程 ' || n from generate_series(1, 20) n`,
  `insert into exam (enterprise_id, id, code, title, course_id, limit_seconds, window_start, window_end, pass_score, review_policy)
   select :tenant, pg_temp.own_id('exam', n), 'o' || n, '考试 ' || n, pg_temp.own_id('course', n), 3600, now() - interval '90 days',
          now() + n * interval '1 day', 60, 'immediately' from generate_series(1, 20) n`,
  `insert into certificate (enterprise_id, id, code, certificate_name, issuer)
   select :tenant, pg_temp.own_id('certificate', n), 'o' || n, '证书 ' || n, 'HSE' from generate_series(1, 20) n`,
  `insert into study_task (enterprise_id, id, code, title, start_at, end_at)
   select :tenant, pg_temp.own_id('task', n), 'o' || n, '任务 ' || n, now() - interval '30 days', now() + (n - 10) * interval '1 day'
   from generate_series(1, 20) n`,
  `insert into study_task_item (enterprise_id, task_id, course_id)
   select :tenant, pg_temp.own_id('task', n), pg_temp.own_id('course', n) from generate_series(1, 20) n`,
  `insert into course_order (enterprise_id, id, order_no, submit_key, buyer_id, state, total, currency)
   select :tenant, pg_temp.own_id('order', n), 'O' || n, gen_random_uuid(), :buyer, 'approved', 0, 'CNY' from generate_series(1, 20) n`,
  `insert into course_order_item (enterprise_id, order_id, course_id, seats, price)
   select :tenant, pg_temp.own_id('order', n), pg_temp.own_id('course', n), :people, 0 from generate_series(1, 20) n`,
  `create temporary table own_seat as
   select p, 1 + (p + k * 7) % 20 as c, (p + k) % 10 as fate from generate_series(1, :people) p, generate_series(0, 1) k`,
  `insert into course_seat (enterprise_id, order_id, course_id, user_id, expires_at)
   select :tenant, pg_temp.own_id('order', c), pg_temp.own_id('course', c), pg_temp.own_id('person', p), now() + (p % 400) * interval '1 day'
   from own_seat`,
  `insert into course_progress (enterprise_id, user_id, course_id, study_progress, status, completed_at)
   select :tenant, pg_temp.own_id('person', p), pg_temp.own_id('course', c), case when fate < 5 then 100 else p % 90 end,
          case when fate < 5 then 'completed' else 'learning' end, case when fate < 5 then now() - (p % 300) * interval '1 day' end
   from own_seat where fate < 8 and :part`,
  `insert into study_task_user (enterprise_id, task_id, user_id)
   select :tenant, pg_temp.own_id('task', c), pg_temp.own_id('person', p) from own_seat`,
  `insert into exam_attempt (enterprise_id, exam_id, user_id, number, status, paper, started_at, deadline_at, submitted_at, closed_by, total_score,
                             objective_score, passed)
   select :tenant, pg_temp.own_id('exam', c), pg_temp.own_id('person', p), 1, 'marked', '[]', now() - interval '20 days',
          now() - interval '19 days', now() - interval '19 days', 'person', 100, 80, true
   from own_seat where fate < 5 and :part`,
  `insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, year, gmt_create)
   select :tenant, pg_temp.own_id('person', p), 'hours', 'required', 1.5, 'course:' || pg_temp.own_id('course', c) || ':hours', '课程 ' || c,
          2026, now() - (p % 300) * interval '1 day' - p * interval '1 second'
   from own_seat where fate < 5 and :part`,
  `insert into user_certificate (enterprise_id, certificate_id, user_id, user_name, certificate_no, issue_way, issued_at, source)
   select :tenant, pg_temp.own_id('certificate', c), pg_temp.own_id('person', p), '员工', 'O-' || c || '-' || p, 'automatic',
          now() - (p % 300) * interval '1 day', 'exam:' || pg_temp.own_id('exam', c)
   from own_seat where fate < 4 and :part`,
];

/** Times of the lists of the organisation centre of an organisation account with so many people. */
export async function organisationTimes(
  portal: PortalProcess,
  databaseUrl: string,
  people: number,
): Promise<PageTime[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tenant = await makeEmpty(client, 'organisation');
    const buyer = randomUUID();
    await client.query('insert into portal.user_account (id) values ($1)', [buyer]);
    await client.query(
      `insert into enterprise_user (enterprise_id, user_id, user_name, user_type) values ($1, $2, 'Organisation', 3)`,
      [tenant.id, buyer],
    );
    await client.query(FUNCTIONS);
    const run = (step: string, part: number) =>
      client.query(
        step
          .replaceAll(':tenant', `'${tenant.id}'::uuid`)
          .replaceAll(':buyer', `'${buyer}'::uuid`)
          .replaceAll(':people', String(people))
          .replaceAll(':part', `p % ${PARTS} = ${part}`),
      );
    for (const step of STEPS) {
      for (let part = 0; part < (step.includes(':part') ? PARTS : 1); part++) await run(step, part);
      // Else keys are checked with plans for tables without rows.
      await client.query('analyze');
    }
    const { times, measure, ask } = timer(portal);
    const who = { ...tenant, token: await mintSession(buyer, tenant.id) };
    const first = { pageCurrent: 1, pageSize: 10 };
    const list = (name: 'people' | 'seat' | 'task' | 'exam' | 'hour' | 'certificate', input: object = {}) =>
      ask(who, `POST /course/auth/centre/${name}/page`, { ...first, ...input });
    await measure('figures', AIM, () => ask(who, 'GET /course/auth/centre/view', {}));
    await measure('people, first page', AIM, () => list('people'));
    await measure('people by progress', FILTER_AIM, () => list('people', { sort: 'studyProgress' }));
    await measure('people by a part of the name', FILTER_AIM, () => list('people', { keyword: '员工 471' }));
    await measure('people of a department', FILTER_AIM, () => list('people', { department: '公司 7' }));
    await measure('seats, first page', AIM, () => list('seat'));
    await measure('seats that end soon', FILTER_AIM, () => list('seat', { ends: 'soon' }));
    await measure('tasks, first page', AIM, () => list('task'));
    await measure('exams, first page', AIM, () => list('exam'));
    await measure('class hours, first page', AIM, () => list('hour'));
    await measure('certificates, first page', AIM, () => list('certificate'));
    await measure('class hours of a person', AIM, async () => list('hour', { userId: await anyone() }));
    return times;

    async function anyone(): Promise<string> {
      const { rows } = await client.query<{ id: string }>(`select pg_temp.own_id('person', 4711) as id`);
      return rows[0]!.id;
    }
  } finally {
    await client.end();
  }
}
