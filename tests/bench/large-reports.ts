import type pg from 'pg';
import { READY_NAMES, readyDefinition } from '#src/contract/rules/ready-reports.ts';
import type { Definition } from '#src/contract/rules/report.ts';

/** What is measured: its time includes waiting for the job, if it takes one. */
type Measure = (what: string, aim: number, make: () => Promise<unknown>) => Promise<void>;
type Run = (definition: Definition, isFresh: boolean) => Promise<{ state: string }>;

const YEARS = 5;
/** A report is ready within this time, or a job computes it. */
const REPORT_AIM = 3_000;
const AUDIT_AIM = 100;
const AUDIT_ROWS = 1_000_000;
const POLL_MS = 200;

/**
 * Five years of people: three courses, two exams, four certificates and requirements as they are, entries of the ledger each year, where
 * they belonged. Triggers are not asked for each row.
 */
const HISTORY = [
  `insert into course (enterprise_id, id, code, title, class_hours)
   select :tenant, pg_temp.req_id('studied', n), 's' || n, '学习 ' || n, 2 from generate_series(1, 300) n`,
  `insert into course_progress (enterprise_id, user_id, course_id, study_progress, status, study_seconds, started_at, completed_at)
   select :tenant, u.user_id, pg_temp.req_id('studied', 1 + (u.n * 7 + y * 31) % 300), 100, 'completed', 3600,
          now() - make_interval(years => y, days => u.n % 300), now() - make_interval(years => y, days => u.n % 300 - 1)
   from person u, generate_series(0, ${YEARS - 1}) y on conflict do nothing`,
  `insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, year, gmt_create)
   select :tenant, u.user_id, k, case when k = 'hours' then 'required' end, 1 + u.n % 4, 'bench:' || y || k || u.n, '学习',
          extract(year from now())::int - y, now() - make_interval(years => y, days => u.n % 300)
   from person u, generate_series(0, ${YEARS - 1}) y, unnest(array['hours', 'points']) k`,
  `insert into ledger_total (enterprise_id, user_id, kind, hour_kind, year, total)
   select enterprise_id, user_id, kind, coalesce(hour_kind, ''), year, sum(amount) from ledger_entry
   where enterprise_id = :tenant group by 1, 2, 3, 4, 5`,
  `insert into member_history (enterprise_id, user_id, since, department_id)
   select :tenant, u.user_id, now() - interval '6 years', m.department_id from person u
   join enterprise_user m on m.enterprise_id = :tenant and m.user_id = u.user_id where not exists (
     select from member_history h where h.enterprise_id = :tenant and h.user_id = u.user_id)`,
  `insert into exam (enterprise_id, id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy)
   select :tenant, pg_temp.req_id('exam', n), 'x' || n, '考试 ' || n, 3600, now() - interval '6 years', now() + interval '1 year', 60, 'never'
   from generate_series(1, 50) n`,
];
const TRIGGERED = ['course', 'course_progress', 'ledger_entry', 'member_history', 'exam'];
const AUDIT = [
  `insert into audit_log (enterprise_id, id, user_id, action, detail, address, gmt_create)
   select :tenant, uuidv7(make_interval(secs => -n * 14)), pg_temp.req_id('person', 1 + n % 1000),
          (array['login.succeeded', 'user.updated', 'seat.given', 'exam.changed'])[1 + n % 4], '{"n": 1}', '10.0.0.1',
          now() - make_interval(secs => n * 14)
   from generate_series(1, ${AUDIT_ROWS}) n`,
  `insert into audit_subject (enterprise_id, audit_id, subject_id)
   select enterprise_id, id, pg_temp.req_id('person', 1 + abs(hashtext(id::text)) % 1000) from audit_log where enterprise_id = :tenant`,
];

/** Adds five years and a million entries of the audit log to a tenant of `makeLargeRequirements`. @param client session of the owner of the tables */
export async function makeLargeHistory(client: pg.ClientBase, tenant: string): Promise<void> {
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [tenant]);
  const triggers = (what: 'enable' | 'disable') =>
    TRIGGERED.map((table) => `alter table ${table} ${what} trigger user`).join('; ');
  await client.query(`${triggers('disable')}; set synchronous_commit = off; create temp table person as
    select user_id, row_number() over (order by user_id)::int as n from enterprise_user where enterprise_id = '${tenant}'`);
  for (const step of [...HISTORY, ...AUDIT]) await client.query(step.replaceAll(':tenant', `'${tenant}'::uuid`));
  await client.query(`${triggers('enable')}; drop table person; analyze`);
}

/** Measures all ready reports, by each of two groups, and pages of the audit log. */
export async function reportTimes(
  measure: Measure,
  run: Run,
  audit: (filter: { action?: string; userId?: string; before?: string }) => Promise<unknown>,
  ids: { userId: string },
): Promise<void> {
  for (const name of READY_NAMES) {
    const definition = readyDefinition(name, {});
    await measure(`report: ${name}`, REPORT_AIM, async () => {
      let { state } = await run(definition, true);
      while (state === 'running') {
        await new Promise((done) => setTimeout(done, POLL_MS));
        ({ state } = await run(definition, false));
      }
      if (state !== 'ready') throw new Error(`${name}: ${state}`);
    });
  }
  await measure('report: hours by department then', REPORT_AIM, () =>
    run(readyDefinition('hours', { by: 'departmentThen' }), true),
  );
  await measure('audit log, first page', AUDIT_AIM, () => audit({}));
  await measure('audit log, one action', AUDIT_AIM, () => audit({ action: 'seat.given' }));
  await measure('audit log, an action that is not there', AUDIT_AIM, () => audit({ action: 'policy.saved' }));
  await measure('audit log, one person', AUDIT_AIM, () => audit({ userId: ids.userId }));
}
