import pg from 'pg';
import { APP_ROLE } from '#src/server/core/db/pool.ts';
import { countStatement, listStatement } from '#src/server/exam/exam-states.ts';
import { HOME_QUERY } from '#src/server/home/home-query.ts';
import { type Explained, figuresOf, medians } from './explained.ts';

/**
 * Statements of `makeLargeTenant` for `:exams` exams of two years and the next two months, two weeks each: for everybody, for departments, as
 * items of tasks, and of courses. Each person has taken five and has three tasks.
 */
export const MANY_EXAMS_STEPS: [what: string, statement: string][] = [
  [
    'question bank',
    `insert into question_bank (enterprise_id, id, code, title) values (:tenant, pg_temp.bench_id('bank', 1), 'b1', '题库')`,
  ],
  [
    'exams',
    `insert into exam (enterprise_id, id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy, max_attempts,
                       audience, course_id, published)
     select :tenant, pg_temp.bench_id('exam', n), 'e' || n, '考试 ' || n, 3600, at, at + interval '14 days', 60, 'after_window', 2,
            audience, case when audience = 'course' then pg_temp.bench_id('course', pg_temp.pick(41, n, :courses) + 1) end, n % 40 > 0
     from generate_series(2, :exams + 1) n
     cross join lateral (
       select now() - interval '700 days' + (n - 1) * interval '760 days' / :exams as at,
              case when n % 20 < 12 then 'everyone' when n % 20 < 16 then 'departments' when n % 20 < 18 then 'task' else 'course' end as audience
     ) x`,
  ],
  [
    'sections',
    `insert into exam_section (enterprise_id, id, exam_id, title, bank_id, type, count, score_each, sort)
     select :tenant, pg_temp.bench_id('section', n * 2 + s), pg_temp.bench_id('exam', n), 'Part ' || s, pg_temp.bench_id('bank', 1),
            case when s = 0 then 'single' else 'judge' end, 10, 5, s
     from generate_series(2, :exams + 1) n, generate_series(0, 1) s`,
  ],
  [
    'resits',
    `insert into exam_resit (enterprise_id, exam_id, number, window_start, window_end)
     select :tenant, e.id, 1, e.window_end + interval '30 days', e.window_end + interval '37 days'
     from exam e where e.enterprise_id = :tenant and e.code ~ '^e[0-9]*3$'`,
  ],
  [
    'departments of exams',
    `insert into exam_target (enterprise_id, exam_id, department)
     select :tenant, e.id, '部门 ' || to_hex(pg_temp.pick(43 + k, right(e.code, -1)::int, 8) + k * 8)
     from exam e, generate_series(0, 1) k where e.enterprise_id = :tenant and e.audience = 'departments'`,
  ],
  [
    'tasks',
    `insert into study_task (enterprise_id, id, code, title, start_at, end_at)
     select :tenant, pg_temp.bench_id('task', n), 't' || n, '任务 ' || n, now() - interval '60 days', now() + interval '30 days'
     from generate_series(1, greatest(:exams / 20, 5)) n`,
  ],
  [
    'items of tasks',
    `insert into study_task_item (enterprise_id, id, task_id, exam_id)
     select :tenant, pg_temp.bench_id('item', right(code, -1)::int), pg_temp.bench_id('task', right(code, -1)::int % greatest(:exams / 20, 5) + 1), id
     from exam where enterprise_id = :tenant and audience = 'task'`,
  ],
  [
    'people of tasks',
    `insert into study_task_user (enterprise_id, task_id, user_id)
     select distinct :tenant, pg_temp.bench_id('task', pg_temp.pick(47 + k, n, greatest(:exams / 20, 5)) + 1), pg_temp.bench_id('person', n)
     from generate_series(1, :people) n, generate_series(1, 3) k`,
  ],
  ['without triggers', `alter table exam_attempt disable trigger user`],
  [
    'attempts',
    `insert into exam_attempt (enterprise_id, id, exam_id, user_id, number, status, paper, started_at, deadline_at, submitted_at,
       submitted_answers, answer_count, total_score, objective_score, subjective_score, marks, passed, closed_by)
     select distinct on (exam, n) :tenant, uuidv7(), exam, pg_temp.bench_id('person', n), 1, 'marked', '[]', e.window_start,
       e.window_start + interval '1 hour', e.window_start + interval '40 minutes', '{}', 20, 100, score, 0, '{}', score >= 60, 'person'
     from generate_series(1, :people) n, generate_series(1, 5) k
     -- One of 12 in 20 is for everybody; of them those that have begun.
     cross join lateral (
       select pg_temp.bench_id('exam', 20 + pg_temp.pick(53 + k, n, greatest((:exams * 9 / 10 - 20) / 20, 1)) * 20 + k) as exam,
              pg_temp.pick(59 + k, n, 21) * 5 as score
     ) x
     join exam e on e.enterprise_id = :tenant and e.id = x.exam and e.window_start < now()`,
  ],
  ['with triggers', `alter table exam_attempt enable trigger user`],
  [
    'allowances',
    `insert into exam_allowance (enterprise_id, exam_id, user_id, extra_seconds, window_start, window_end)
     select :tenant, e.id, pg_temp.bench_id('person', right(e.code, -1)::int), 600, e.window_start, e.window_end + interval '7 days'
     from exam e where e.enterprise_id = :tenant and e.code ~ '^e[0-9]*5$'`,
  ],
  [
    'accommodations',
    `insert into exam_accommodation (enterprise_id, id, user_id, window_after_seconds, reason, valid_from, created_by)
     select :tenant, pg_temp.bench_id('accommodation', n), pg_temp.bench_id('person', n * 7), 86400, 'Late shift', now() - interval '1 year',
            pg_temp.bench_id('person', 2)
     from generate_series(1, 300) n where n * 7 <= :people`,
  ],
];

const REPEATS = 15;

/** Time and buffers of what `/home` and the list of exams read, for one person at a time and for a batch of 50; medians. */
export async function examStatements(databaseUrl: string, { id }: { id: string }): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select set_config('app.enterprise_id', $1, false)`, [id]);
    const { rows } = await client.query<{ user_id: string }>(
      `select user_id from enterprise_user where enterprise_id = $1 order by user_id limit ${(REPEATS + 1) * 50}`,
      [id],
    );
    const people = rows.map(({ user_id }) => user_id);
    await client.query(`set role ${APP_ROLE}`);
    const table: Record<string, unknown>[] = [];
    for (const { what, text, values } of statements(id, people)) {
      const runs: Explained[] = [];
      for (let n = 0; n <= REPEATS; n++) {
        const run = await figuresOf(client, text(n), values(n), { isGeneric: what.startsWith('/home') });
        // The first one reads the catalogue.
        if (n > 0) runs.push(run);
      }
      table.push({ what, ...medians(runs) });
    }
    return table;
  } finally {
    await client.end();
  }
}

type Statement = { what: string; text: (n: number) => string; values: (n: number) => unknown[] };

function statements(enterpriseId: string, people: string[]): Statement[] {
  const now = new Date();
  const home = (count: number): Statement => ({
    what: `/home, ${count}`,
    text: () => HOME_QUERY,
    values: (n) => {
      const asked = people.slice(n * count, (n + 1) * count);
      return [enterpriseId, asked, asked.map(() => now.toISOString()), 'Asia/Shanghai'];
    },
  });
  const read = (what: string, statementOf: (userId: string) => { text: string; values: unknown[] }): Statement => ({
    what,
    text: (n) => statementOf(people[n]!).text,
    values: (n) => statementOf(people[n]!).values,
  });
  const part = { limit: 10, offset: 0 };
  const list = (scope: 'mine' | 'all') => (userId: string) =>
    listStatement({ enterpriseId, userId, now }, { scope }, part);
  return [
    home(1),
    home(50),
    read('list of my exams', list('mine')),
    read('list of all exams', list('all')),
    read('my exams by state', (userId) => countStatement({ enterpriseId, userId, now })),
  ];
}
