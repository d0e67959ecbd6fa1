import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The marking lists use counters stored with the attempts, and an index in their sort order. */

const PEOPLE = 400;
let tenant: TestTenant;
let lecturer: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
  const exam = await mintExam(tenant);
  await withTenant(tenant.id, (db) =>
    db.execute(sql`
      with account as (
        insert into portal.user_account (id) select gen_random_uuid() from generate_series(1, ${PEOPLE}) returning id
      ), person as (
        insert into enterprise_user (enterprise_id, user_id, user_name) select ${tenant.id}, id, '同事' from account
        returning user_id
      ), numbered as (select user_id, row_number() over () as n from person)
      -- Two short answers each, of which every other attempt has one mark; one attempt in four has no short answer.
      insert into exam_attempt (enterprise_id, exam_id, user_id, number, status, paper, marks, started_at, deadline_at,
        submitted_at, closed_by, total_score, objective_score)
      select ${tenant.id}, ${exam.id}, user_id, 1, 'submitted',
        case when n % 4 = 0 then '[{"questionId": "00000000-0000-4000-8000-00000000000a", "type": "single"}]'::jsonb
          else '[{"questionId": "00000000-0000-4000-8000-00000000000a", "type": "short"}, {"questionId": "00000000-0000-4000-8000-00000000000b", "type": "short"}, {"questionId": "00000000-0000-4000-8000-00000000000c", "type": "single"}]' end,
        case when n % 2 = 1 then '{"00000000-0000-4000-8000-00000000000a": 1, "00000000-0000-4000-8000-00000000000c": 1}'::jsonb end, now(), now() + interval '1 hour',
        timestamptz '2026-01-01' + n * interval '1 minute', 'person', 3, 1
      from numbered`),
  );
});

it('counts short answers and those without a mark, and does not list attempts without short answers', async () => {
  const page = await ok(lecturer, 'POST /exam/auth/exam/marking/page', { status: 'submitted', pageSize: 4 });
  expect(page.totalCount).toBe(PEOPLE * 0.75);
  expect(page.list.map(({ shortCount, unmarkedCount }) => [shortCount, unmarkedCount])).toEqual([
    [2, 1],
    [2, 2],
    [2, 1],
    [2, 1],
  ]);
});

it('overwrites counters with those of the paper', async () => {
  const rows = await withTenant(tenant.id, (db) =>
    db.execute(sql`
      update exam_attempt set short_count = 9, unmarked_count = 7
      where id = (select id from exam_attempt where short_count = 2 and unmarked_count = 1 order by id limit 1)
      returning short_count, unmarked_count`),
  );
  expect(rows.rows).toEqual([{ short_count: 2, unmarked_count: 1 }]);
});

describe('index', () => {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  beforeAll(async () => {
    await owner.connect();
    await owner.query('analyze exam_attempt');
  });
  afterAll(() => owner.end());

  it.each([
    ['exam_attempt_to_mark', `status = 'submitted'`, 'submitted_at, id'],
    ['exam_attempt_marked', `status = 'marked'`, 'marked_at desc nulls last, submitted_at desc nulls last, id'],
  ])('%s returns a page in order, without sorting', async (name, status, order) => {
    // Few rows are sorted faster than read in order; with sorting off the plan sorts only if no index has the order.
    await owner.query(
      `begin; set local enable_sort = off; set local role zhixing_app; set local app.enterprise_id = '${tenant.id}'`,
    );
    const { rows } = await owner.query<Record<string, string>>(
      `explain select id from exam_attempt where enterprise_id = $1 and ${status} and short_count > 0 order by ${order} limit 10`,
      [tenant.id],
    );
    await owner.query('rollback');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(name);
    expect(plan).not.toContain('Sort');
  });
});
