import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** People and requirements of the tenant. */
type Size = { people: number; requirements: number };
type Time = { what: string; ms: number; rows: number };

const FUNCTIONS = `
  create or replace function pg_temp.req_id(kind text, n int) returns uuid stable language sql as $$
    select overlay(overlay(md5(current_setting('app.enterprise_id') || kind || n) placing '8' from 13) placing '8' from 17)::uuid $$`;

/** Requirements for everybody: half of them a course, the others a certificate, most of which are held. They come last: triggers note nothing without any. */
const STEPS = [
  `with made as (
     insert into portal.user_account (id, phone)
     select pg_temp.req_id('person', n), substr(md5(:tenant::text), 1, 2) || lpad(n::text, 9, '0') from generate_series(1, :people) n
     on conflict do nothing returning id
   ), numbered as (select id, row_number() over (order by id) as n from made)
   insert into enterprise_user (enterprise_id, user_id, user_name, department, post)
   select :tenant, id, '员工 ' || n, '公司 ' || n % 20 || '/车间 ' || n % 400, '岗位 ' || n % 12 from numbered`,
  `insert into course (enterprise_id, id, code, title)
   select :tenant, pg_temp.req_id('course', n), 'q' || n, '课程 ' || n from generate_series(1, :requirements) n`,
  `insert into certificate (enterprise_id, id, code, certificate_name, issuer, valid_months)
   select :tenant, pg_temp.req_id('certificate', n), 'q' || n, '证书 ' || n, 'HSE', 12 from generate_series(1, :requirements) n`,
  `insert into course_progress (enterprise_id, user_id, course_id, study_progress, status, completed_at)
   select :tenant, pg_temp.req_id('person', p), pg_temp.req_id('course', n), 100, 'completed', now() - (p % 500) * interval '1 day'
   from generate_series(1, :people) p, generate_series(2, :requirements, 2) n where (p + n) % 10 < 8`,
  `insert into user_certificate (enterprise_id, certificate_id, user_id, user_name, certificate_no, issue_way, issued_at, expires_at, source)
   select :tenant, pg_temp.req_id('certificate', n), pg_temp.req_id('person', p), '员工', 'Q-' || n || '-' || p, 'automatic',
          now() - (p % 400) * interval '1 day', now() - (p % 400) * interval '1 day' + interval '1 year', 'bench:' || n
   from generate_series(1, :people) p, generate_series(1, :requirements, 2) n where (p + n) % 10 < 8`,
  `with made as (
     insert into requirement (enterprise_id, id, title, phase, stale)
     select :tenant, pg_temp.req_id('requirement', n), '要求 ' || n, 'published', 'rule' from generate_series(1, :requirements) n returning 1
   ) select count(*) from made`,
  `insert into requirement_version (enterprise_id, requirement_id, number, since, due_days, due_from, repeat_months)
   select :tenant, pg_temp.req_id('requirement', n), 1, now() - interval '2 years', 30, 'assigned', case when n % 2 = 0 then 12 end
   from generate_series(1, :requirements) n`,
  `insert into requirement_subject (enterprise_id, requirement_id, version, course_id, certificate_id)
   select :tenant, pg_temp.req_id('requirement', n), 1, case when n % 2 = 0 then pg_temp.req_id('course', n) end,
          case when n % 2 = 1 then pg_temp.req_id('certificate', n) end from generate_series(1, :requirements) n`,
  `insert into requirement_rule (enterprise_id, requirement_id) select :tenant, pg_temp.req_id('requirement', n) from generate_series(1, :requirements) n`,
  `delete from requirement_change where enterprise_id = :tenant`,
];

/** Fills a tenant with people who all have all requirements. */
export async function makeLargeRequirements(client: pg.ClientBase, tenant: string, size: Size): Promise<void> {
  await client.query(FUNCTIONS);
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [tenant]);
  for (const step of STEPS)
    await client.query(
      step
        .replaceAll(':tenant', `'${tenant}'::uuid`)
        .replace(/:(people|requirements)/g, (_, name: keyof Size) => String(size[name])),
    );
  await client.query('analyze');
}

/** Medians of statements on such a tenant. */
async function requirementTimes(client: pg.ClientBase, tenant: string): Promise<Time[]> {
  const times: Time[] = [];
  const page = `array(select user_id from enterprise_user where enterprise_id = $1 order by department, user_name, user_id limit 50)`;
  const one = `array(select id from requirement where enterprise_id = $1 order by id limit 1)`;
  const measure = async (what: string, text: string, runs = 5) => {
    const taken: number[] = [];
    let rows = 0;
    for (let n = 0; n < runs; n++) {
      const begun = performance.now();
      rows = (await client.query(text, [tenant])).rowCount ?? 0;
      taken.push(performance.now() - begun);
    }
    times.push({ what, ms: Math.round(taken.sort((a, b) => a - b)[Math.floor(runs / 2)]! * 10) / 10, rows });
  };
  const reconcile = (which: string, cause = 'rule') =>
    `select * from portal.reconcile_requirements($1::uuid, now(), ${which}, null, '${cause}')`;
  await measure('first assignments of one rule', reconcile(one), 1);
  await measure('first assignments of all other rules', reconcile('null'), 1);
  await client.query('analyze');
  await measure('one rule again, nothing to change', reconcile(one), 3);
  const given = (await client.query<{ ids: string }>(`select ${page} as ids`, [tenant])).rows[0]!.ids;
  const ids = `'{${String(given).replaceAll(/[{}]/g, '')}}'::uuid[]`;
  await measure(
    'states of 50 people, computed',
    `select * from portal.requirement_states($1::uuid, now(), null, ${ids})`,
  );
  await measure(
    'states of 50 people a year ago, computed',
    `select * from portal.requirement_states($1::uuid, now() - interval '1 year', null, ${ids})`,
  );
  await measure(
    'states of 50 people, stored',
    `select * from requirement_state where enterprise_id = $1 and user_id = any (${ids})`,
  );
  const totals = (from: string) => `
    select u.department_id, portal.requirement_state_at(now(), s.due_at, s.valid_until, s.renew_from, s.is_started, s.exempt_until) as state, count(*)
    from ${from} s join enterprise_user u on u.enterprise_id = $1 and u.user_id = s.user_id group by 1, 2`;
  await measure('totals by department, computed', totals('portal.requirement_states($1::uuid, now(), null, null)'), 3);
  await measure(
    'totals by department, stored',
    totals('(select * from requirement_state where enterprise_id = $1)'),
    3,
  );
  await measure(
    'first 50 people with an overdue requirement, stored',
    // As the matrix finds them: a look into an index for each person takes ten times as long when nobody has one.
    `select u.user_id from enterprise_user u where u.enterprise_id = $1 and u.user_id in (
       select s.user_id from requirement_state s where s.enterprise_id = $1
       and portal.requirement_state_at(now(), s.due_at, s.valid_until, s.renew_from, s.is_started, s.exempt_until) = 'overdue')
     order by u.department, u.user_name, u.user_id limit 50`,
  );
  return times;
}

/** Creates a tenant of this size and measures its statements. @param databaseUrl login that may write to every table */
export async function requirementStatements(databaseUrl: string, size: Size): Promise<Time[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const id = randomUUID();
    await client.query(
      `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, 'requirements', 'Requirements', 'Asia/Shanghai', 'zh')`,
      [id],
    );
    await makeLargeRequirements(client, id, size);
    return await requirementTimes(client, id);
  } finally {
    await client.end();
  }
}
