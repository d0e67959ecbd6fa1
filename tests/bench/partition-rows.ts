import type pg from 'pg';

/** In order: each month is filled tenant by tenant, so that rows are appended to the index. */
export const TENANTS = [1, 2, 3, 4, 5].map((n) => `01890000-0000-7000-8000-00000000000${n}`);
export const MONTHS = 24;
export const ANSWERS_PER_ATTEMPT = 20;
const USERS = 1000;

type AttemptKey = { enterprise_id: string; id: string };
/** Rows to look up: attempts of all months, attempts under way with one of their questions, people. */
export type Filled = { attempts: AttemptKey[]; open: (AttemptKey & { question: string })[]; users: string[] };

/**
 * Fills two years of partitions, the current month last, as `portal.add_partition` makes them. Triggers and foreign keys
 * are not asked for each row.
 * @param client session of a superuser
 */
export async function fillPartitions(client: pg.Client, answers: number): Promise<Filled> {
  await client.query(`set session_replication_role = replica; set timezone = 'UTC'; set synchronous_commit = off;
    set maintenance_work_mem = '256MB'`);
  await makePeople(client);
  for (const table of ['audit_log', 'exam_answer']) {
    const { rows } = await client.query<{ name: string }>(
      'select name from portal.partition_bounds($1) where lower is null and upper is not null',
      [table],
    );
    for (const { name } of rows) await client.query(`drop table partitions.${name}`);
  }
  const perMonth = Math.ceil(answers / ANSWERS_PER_ATTEMPT / MONTHS / TENANTS.length);
  for (let ago = MONTHS - 1; ago >= 0; ago--) {
    await client.query('begin');
    await client.query(`create temp table month on commit drop as
      select date_trunc('month', now()) - make_interval(months => ${ago}) as begin`);
    for (const table of ['audit_log', 'exam_answer'])
      await client.query(`select portal.add_partition('${table}', begin) from month`);
    for (const tenant of TENANTS) await fillMonth(client, tenant, ago, perMonth);
    await client.query('commit');
  }
  await client.query('analyze exam_attempt; analyze exam_answer; analyze audit_log; checkpoint');
  return readKeys(client);
}

/** People and an exam, with ids made of numbers. */
async function makePeople(client: pg.Client): Promise<void> {
  await client.query(`create function public.bench_id(kind int, n int) returns uuid immutable language sql as
    $$ select ('0189000' || kind || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`);
  await client.query(
    `insert into portal.enterprise (id, key, name, time_zone, lang)
     select id, 'bench' || n, 'Bench ' || n, 'Asia/Shanghai', 'zh' from unnest($1::uuid[]) with ordinality t (id, n)`,
    [TENANTS],
  );
  await client.query(`insert into portal.user_account (id) select bench_id(1, n) from generate_series(1, ${USERS}) n`);
  await client.query(
    `insert into enterprise_user (enterprise_id, user_id, user_name)
     select t, bench_id(1, n), 'Person' from unnest($1::uuid[]) t, generate_series(1, ${USERS}) n`,
    [TENANTS],
  );
  await client.query(
    `insert into exam (enterprise_id, id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy)
     select t, bench_id(2, 1), 'e', 'Exam', 3600, now() - interval '3 years', now() + interval '1 year', 1, 'never'
     from unnest($1::uuid[]) t`,
    [TENANTS],
  );
}

/** Attempts spread over the month, their answers, and a tenth as many audit entries. */
async function fillMonth(client: pg.Client, tenant: string, ago: number, attempts: number): Promise<void> {
  // The newest 200 of all are under way.
  await client.query(
    `insert into exam_attempt (enterprise_id, id, exam_id, user_id, number, paper, status, started_at, deadline_at, submitted_at,
       closed_by, submitted_answers, answer_count, total_score, passed)
     select $1, overlay(portal.first_id(at)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, bench_id(2, 1), bench_id(1, n % ${USERS} + 1),
       ${MONTHS} * (n / ${USERS}) + $2 + 1, '[]', case when open then 'open' else 'marked' end, at,
       case when open then now() + interval '1 day' else at + interval '1 hour' end, case when not open then at + interval '50 minutes' end,
       case when not open then 'person' end, case when not open then '{}'::jsonb end, case when not open then ${ANSWERS_PER_ATTEMPT} end,
       100, case when not open then true end
     from month, generate_series(1, $3::int) n,
       lateral (select begin + (least(begin + interval '1 month', now()) - begin) * n / ($3 + 1), $2 = 0 and n > $3 - 200) x (at, open)
     order by n`,
    [tenant, ago, attempts],
  );
  await client.query(
    `insert into exam_answer (enterprise_id, attempt_id, question_id, epoch, revision, answer, saved_at)
     select a.enterprise_id, a.id, q.id, 1, 1, '"A"', a.started_at
     from month, exam_attempt a, (select bench_id(3, n) as id from generate_series(1, ${ANSWERS_PER_ATTEMPT}) n order by 1 offset 0) q
     where a.enterprise_id = $1 and a.id >= portal.first_id(begin) and a.id < portal.first_id(begin + interval '1 month')
     order by a.id, q.id`,
    [tenant],
  );
  await client.query(
    `insert into audit_log (enterprise_id, id, user_id, action, detail, address, gmt_create)
     select $1, overlay(portal.first_id(at)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, bench_id(1, n % ${USERS} + 1), 'login',
       '{"way": "password"}', '127.0.0.1', at
     from month, generate_series(1, $2::int) n,
       lateral (select begin + (least(begin + interval '1 month', now()) - begin) * n / ($2 + 1)) x (at)
     order by n`,
    [tenant, (attempts * ANSWERS_PER_ATTEMPT) / 10],
  );
}

async function readKeys(client: pg.Client): Promise<Filled> {
  const { rows: attempts } = await client.query<AttemptKey>(
    `select enterprise_id, id from exam_attempt where status = 'marked' order by random() limit 100`,
  );
  const { rows: open } = await client.query<AttemptKey & { question: string }>(
    `select enterprise_id, id, bench_id(3, 7) as question from exam_attempt where status = 'open' order by random() limit 100`,
  );
  const { rows: users } = await client.query<{ id: string }>(
    'select id from portal.user_account order by id limit 100',
  );
  return { attempts, open, users: users.map(({ id }) => id) };
}
