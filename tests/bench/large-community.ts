import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';
import { wordsOf } from './words.ts';

type Size = { posts: number; votes: number; people: number };
export type LargeCommunity = {
  tenant: TestTenant;
  /** Follows some labels and posts. */
  memberId: string;
  labelIds: string[];
  authorIds: string[];
  /** The ones with most answers and votes first. */
  questionIds: string[];
};

const LABELS = 40;
const AT_ONCE = 5_000;
const COUNTING = [
  ['post', 'count_post_state'],
  ['post_label', 'count_post_label'],
  ['post_vote', 'count_post_vote'],
] as const;
/** Of five posts one is a blog, two are questions and two are answers. */
const KINDS = ['blog', 'question', 'question', 'answer', 'answer'] as const;

/**
 * A community with so many posts and votes, most of them of few questions, as in real ones. Totals are counted once at the
 * end: the triggers would change the row of a label or question thousands of times in one transaction.
 * @param databaseUrl login that owns the tables
 */
export async function makeCommunity(databaseUrl: string, size: Size): Promise<LargeCommunity> {
  const tenant = await mintTenant(`Community ${size.posts}`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select set_config('app.enterprise_id', $1, false)`, [tenant.id]);
    const people = await column(
      client,
      `with made as (
         insert into portal.user_account (id, phone)
         select gen_random_uuid(), '18' || lpad(n::text, 9, '0') from generate_series($2::int, $2::int + $3::int - 1) n returning id
       ) insert into enterprise_user (enterprise_id, user_id, user_name)
         select $1, id, '同事 ' || substr(id::text, 1, 6) from made returning user_id as id`,
      [tenant.id, size.posts, size.people],
    );
    const labelIds = await column(
      client,
      `insert into label (enterprise_id, code, name, sort)
       select $1, 'l' || n, jsonb_build_object('zh', '标签 ' || n), n from generate_series(1, $2::int) n returning id`,
      [tenant.id, LABELS],
    );
    const setCounting = async (state: 'enable' | 'disable') => {
      for (const [table, trigger] of COUNTING) await client.query(`alter table ${table} ${state} trigger ${trigger}`);
    };
    await setCounting('disable');
    const questionIds = await insertPosts(client, tenant.id, size.posts, people);
    const insert = (what: string, statement: string, ...values: unknown[]) =>
      timed(what, () => client.query(statement, [tenant.id, ...values]));
    await insert(
      'labels of posts',
      `insert into post_label (enterprise_id, post_id, label_id, published_at)
       select $1, p.id, l, p.published_at from post p
       cross join lateral (select distinct ($2::uuid[])[1 + floor(power(random(), 3) * $3)::int] l from generate_series(1, 3) where p.id = p.id) x
       where p.enterprise_id = $1 and p.kind <> 'answer'`,
      labelIds,
      LABELS,
    );
    await insert(
      'votes',
      `with p as (select id, author_id, row_number() over (order by question_id nulls first, published_at) - 1 as n from post where enterprise_id = $1),
            drawn as (select floor(power(random(), 2) * (select count(*) from p))::int as n, ($2::uuid[])[1 + floor(random() * $3)::int] as user_id
                      from generate_series(1, $4::int * 5 / 4))
       insert into post_vote (enterprise_id, post_id, user_id)
       select distinct $1::uuid, p.id, drawn.user_id from drawn join p using (n) where p.author_id <> drawn.user_id limit $4`,
      people,
      people.length,
      size.votes,
    );
    await insert(
      'counts of posts',
      `with v as (select post_id, count(*)::int n from post_vote where enterprise_id = $1 group by 1),
            a as (select question_id, count(*)::int n from post where enterprise_id = $1 and kind = 'answer' group by 1)
       update post set vote_count = coalesce(v.n, 0), answer_count = coalesce(a.n, 0)
       from post p left join v on v.post_id = p.id left join a on a.question_id = p.id
       where post.enterprise_id = $1 and p.enterprise_id = $1 and p.id = post.id`,
    );
    await insert(
      'counts of labels',
      `update label set post_count = l.n from (select label_id, count(*)::int n from post_label where enterprise_id = $1 group by 1) l
       where enterprise_id = $1 and id = l.label_id`,
    );
    await setCounting('enable');
    await insert(
      'comments',
      `insert into comment (enterprise_id, id, subject_type, subject_id, user_id, body)
       select $1, uuidv7(), 'post', id, author_id, '说得好' from post where enterprise_id = $1 and random() < 0.3`,
    );
    const memberId = people[0]!;
    await insert(
      'labels that the member follows',
      'insert into label_follow (enterprise_id, label_id, user_id) select $1, unnest($2::uuid[]), $3',
      labelIds.slice(0, 8),
      memberId,
    );
    await insert(
      'posts that the member follows',
      `insert into post_follow (enterprise_id, post_id, user_id) select $1, unnest($2::uuid[]), $3`,
      questionIds.slice(0, 20),
      memberId,
    );
    await timed('search index', () => withTenant(tenant.id, (db) => indexAllDirty(db, tenant.id)));
    await client.query('vacuum analyze');
    return { tenant, memberId, labelIds, authorIds: people.slice(0, 300), questionIds };
  } finally {
    await client.end();
  }
}

async function insertPosts(client: pg.Client, tenantId: string, count: number, people: string[]): Promise<string[]> {
  const { random, often, chinese } = wordsOf(7);
  const questionIds: string[] = [];
  const rows = Array.from({ length: count }, (_, n) => {
    const kind = KINDS[n % KINDS.length]!;
    const id = randomUUID();
    if (kind === 'question') questionIds.push(id);
    const text = chinese(kind === 'answer' ? 80 : 200);
    return {
      id,
      kind,
      question_id: kind === 'answer' ? questionIds[often(questionIds.length)] : null,
      author_id: people[often(people.length)],
      title: kind === 'answer' ? null : `${chinese(12)}${kind === 'question' ? '怎么办' : ''}`,
      plain_text: text,
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      published_at: new Date(Date.now() - random() * 1_000 * 86_400_000).toISOString(),
    };
  });
  await timed('posts', async () => {
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await client.query(
        `insert into post (enterprise_id, id, kind, question_id, author_id, title, plain_text, body, published_at)
         select $1, x.* from jsonb_to_recordset($2)
           as x (id uuid, kind text, question_id uuid, author_id uuid, title text, plain_text text, body jsonb, published_at timestamptz)`,
        [tenantId, JSON.stringify(rows.slice(at, at + AT_ONCE))],
      );
  });
  return questionIds;
}

async function column(client: pg.Client, statement: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(statement, values);
  return rows.map(({ id }) => id);
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  console.log(`  ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
