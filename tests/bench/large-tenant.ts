import pg from 'pg';
import { EXAM_STEPS } from './large-exam.ts';
import { MANY_EXAMS_STEPS } from './many-exams.ts';
import { forgetTenants } from '#src/server/core/find-tenant.ts';

/** A tenant of the size that the portal has to bear. The same seed gives the same rows. */
export type LargeTenant = {
  id: string;
  key: string;
  host: string;
  learnerId: string;
  lecturerId: string;
  examId: string;
};
type Size = { people: number; courses: number; announcements: number; exams: number };

const KEY = 'bench';
/** Ids by kind and number: the same in every run, and valid for the contract. */
const FUNCTIONS = `
  create or replace function pg_temp.bench_id(kind text, n int) returns uuid immutable language sql as $$
    select overlay(overlay(md5('bench ' || kind || n) placing '8' from 13) placing '8' from 17)::uuid $$;
  create or replace function pg_temp.pick(seed int, n int, most int) returns int immutable language sql as $$
    select abs(('x' || substr(md5(seed || ' ' || n), 1, 8))::bit(32)::int % most) $$`;

/** Statements with `:people`, `:courses`, `:announcements`, `:exams`. Triggers compute totals and rankings. */
const STEPS: [what: string, statement: string][] = [
  [
    'people',
    `with made as (
       insert into portal.user_account (id, phone)
       select pg_temp.bench_id('person', n), '19' || lpad(n::text, 9, '0') from generate_series(1, :people) n returning id
     ) insert into enterprise_user (enterprise_id, user_id, user_name, department)
       select :tenant, id, '学员 ' || substr(id::text, 1, 6), '部门 ' || substr(id::text, 1, 1) from made`,
  ],
  [
    'categories',
    `insert into category (enterprise_id, id, code, name, parent_id, sort)
     select :tenant, pg_temp.bench_id('category', n), 'c' || n, jsonb_build_object('zh', '类别 ' || n, 'en', 'Category ' || n),
            case when n > 8 then pg_temp.bench_id('category', n % 8 + 1) end, n from generate_series(1, 40) n`,
  ],
  [
    'lecturers',
    `insert into lecturer (enterprise_id, id, code, lecturer_name, lecturer_level, title, intro, annual_teaching_hours, sort)
     select :tenant, pg_temp.bench_id('lecturer', n), 'l' || n, '讲师 ' || n, 'Senior', 'Trainer', 'Twenty years on the line.', n, n
     from generate_series(1, 200) n`,
  ],
  [
    'courses',
    `insert into course (enterprise_id, id, code, title, summary, description, course_type, category_id, lecturer_id,
                         class_hours, credits, hour_kind, published_at)
     select :tenant, pg_temp.bench_id('course', n), 'k' || n, '课程 ' || n || '：安全生产', 'What to do before, during and after.',
            repeat('A paragraph of what it is about. ', 20), case when n % 10 < 8 then 1 when n % 10 = 8 then 2 else 3 end,
            pg_temp.bench_id('category', n % 40 + 1), pg_temp.bench_id('lecturer', n % 200 + 1), 1.5, 1, 'required',
            timestamptz '2026-01-01' + n * interval '1 hour'
     from generate_series(1, :courses) n`,
  ],
  [
    'resources',
    `insert into course_resource (enterprise_id, id, course_id, code, sub_resource_name, content_type, total_duration, sort)
     select :tenant, pg_temp.bench_id('resource', n * 8 + r), pg_temp.bench_id('course', n), 'r' || r, 'Lesson ' || r, 5, 600, r
     from generate_series(1, :courses) n, generate_series(1, 6) r`,
  ],
  [
    'projects',
    `with made as (
       insert into project (enterprise_id, id, code, title, summary, published_at)
       select :tenant, pg_temp.bench_id('project', n), 'p' || n, '项目 ' || n, 'Several courses, one path', timestamptz '2026-01-01' + n * interval '1 day'
       from generate_series(1, 100) n returning 1
     ), held as (select count(*) from made)
     insert into project_course (enterprise_id, project_id, course_id, sort)
     select :tenant, pg_temp.bench_id('project', n), pg_temp.bench_id('course', (n * 17 + k * 331) % :courses + 1), k
     from generate_series(1, 100) n, generate_series(1, 6) k, held`,
  ],
  [
    'announcements',
    `insert into announcement (enterprise_id, id, code, title, summary, body, author, published_at)
     select :tenant, pg_temp.bench_id('announcement', n), 'a' || n, '公告 ' || n, 'In one line.', repeat('A paragraph of news. ', 40), 'HR',
            timestamptz '2026-01-01' + n * interval '30 minutes'
     from generate_series(1, :announcements) n`,
  ],
  [
    'progress',
    `insert into course_progress (enterprise_id, user_id, course_id, study_progress, status, completed_at)
     select :tenant, pg_temp.bench_id('person', n), pg_temp.bench_id('course', (n * 7 + k * 331) % :courses + 1),
            case when k = 1 then 100 else 40 end, case when k = 1 then 'completed' else 'learning' end, case when k = 1 then now() end
     from generate_series(1, :people) n, generate_series(1, 2) k`,
  ],
  [
    'ledger',
    `insert into ledger_entry (enterprise_id, id, user_id, kind, hour_kind, amount, source, title, year)
     select :tenant, uuidv7(), pg_temp.bench_id('person', n), kind, case when kind = 'hours' then 'required' end,
            1 + pg_temp.pick(7, n, 4000) / 100.0, 'bench:' || kind, 'A course', extract(year from now())::int
     from generate_series(1, :people) n, unnest(array['hours', 'credits', 'points']) kind`,
  ],
  [
    'reactions',
    `insert into reaction (enterprise_id, subject_type, subject_id, user_id, liked_at, rating)
     select :tenant, 'course', pg_temp.bench_id('course', pg_temp.pick(11, n, :courses) + 1), pg_temp.bench_id('person', n),
            now(), 1 + pg_temp.pick(13, n, 5)
     from generate_series(1, :people) n`,
  ],
  [
    'comments',
    `insert into comment (enterprise_id, id, subject_type, subject_id, user_id, body)
     select :tenant, uuidv7(), case when n % 2 = 0 then 'course' else 'announcement' end,
            case when n % 2 = 0 then pg_temp.bench_id('course', pg_temp.pick(17, n, :courses) + 1)
                 else pg_temp.bench_id('announcement', pg_temp.pick(19, n, :announcements) + 1) end,
            pg_temp.bench_id('person', n), 'Well said, number ' || n
     from generate_series(1, :people / 2) n`,
  ],
  ...EXAM_STEPS,
  ...MANY_EXAMS_STEPS,
];

/**
 * Creates a tenant of this size in the portal's database.
 * @param databaseUrl login that may write to every table
 */
export async function makeLargeTenant(databaseUrl: string, size: Size): Promise<LargeTenant> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(FUNCTIONS);
    const id = (await client.query<{ id: string }>(`select pg_temp.bench_id('tenant', 1) as id`)).rows[0]!.id;
    await client.query(`select set_config('app.enterprise_id', $1, false)`, [id]);
    await client.query(
      `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, $2, 'Bench', 'Asia/Shanghai', 'zh')`,
      [id, KEY],
    );
    await client.query(
      `insert into website (enterprise_id, website_title, brand_color) values ($1, '{"zh":"大企业","en":"Large enterprise"}', '#1b5fc1')`,
      [id],
    );
    for (const [what, statement] of STEPS) {
      const begun = performance.now();
      const filled = statement
        .replaceAll(':tenant', `'${id}'::uuid`)
        .replace(/:(people|courses|announcements|exams)/g, (_, name: keyof Size) => String(size[name]));
      const { rowCount } = await client.query(filled);
      console.log(`  ${what}: ${rowCount} rows, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    await client.query('analyze');
    forgetTenants();
    const { rows } = await client.query<{ learnerId: string; lecturerId: string; examId: string }>(
      `select pg_temp.bench_id('person', 1) as "learnerId", pg_temp.bench_id('person', 2) as "lecturerId",
              pg_temp.bench_id('exam', 1) as "examId"`,
    );
    return { id, key: KEY, host: `${KEY}.localhost`, ...rows[0]! };
  } finally {
    await client.end();
  }
}
