import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_ROLE } from '#src/server/core/db/definer-roles.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse } from '../factories/course.ts';
import { indexTenant } from '../factories/search.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

/* `portal.search` runs as a role that reads the index of all tenants: its isolation, and its query plans. */

let one: TestTenant;
let two: TestTenant;
beforeAll(async () => {
  [one, two] = [await mintTenant('One'), await mintTenant('Two')];
  await mintCourse(one, { title: '秘密 one' });
  await mintCourse(two, { title: '秘密 two' });
  await indexTenant(one);
  await indexTenant(two);
});

type Answer = { found: { list: { title: string }[]; counts: unknown[] } };
/** Calls the function directly, as an operation could by mistake. */
const ask = (client: pg.ClientBase, words: string, kind: string | null = null, member = true) =>
  client.query<Answer>({
    text: `select portal.search($1::tsquery, $1::tsquery, $2::tsquery, $3, now(), 100, 100, 0) as found`,
    values: [words, kind, member],
  });
const titles = ({ rows }: pg.QueryResult<Answer>) => rows[0]!.found.list.map(({ title }) => title);

describe('isolation', () => {
  it('returns only rows of the tenant of the transaction', async () => {
    const foreign = `'@${two.id.replaceAll('-', '')}'`;
    const queries = [
      `'秘密'`,
      `!'x'`,
      foreign,
      `${foreign} | '秘密'`,
      `!${foreign}`,
      `'秘':*`,
      `'@':*`,
      `'#public' | '秘密'`,
      `('秘密' & ${foreign}) | !'y'`,
    ];
    for (const words of queries) {
      for (const kind of [null, `'#course'`, `!'#x' | ${foreign}`, foreign]) {
        const found = await withTenant(one.id, (_db, client) => ask(client, words, kind));
        expect(
          titles(found).every((title) => title === '秘密 one'),
          `${words} ${kind}`,
        ).toBe(true);
        expect(JSON.stringify(found.rows)).not.toContain('two');
      }
    }
    expect(titles(await withTenant(one.id, (_db, client) => ask(client, `'秘密'`)))).toEqual(['秘密 one']);
  });

  it('returns to lists only ids of the tenant of the transaction, for any query', async () => {
    const all = (words: string, kind: string) =>
      withTenant(one.id, async (_db, client) => {
        const { rows } = await client.query<{ id: string }>(
          'select portal.search_ids($1::tsquery, $2::tsquery, null) as id',
          [words, kind],
        );
        return rows.map(({ id }) => id);
      });
    const foreign = `'@${two.id.replaceAll('-', '')}'`;
    const own = await all(`'秘密'`, `'#course'`);
    expect(own).toHaveLength(1);
    for (const words of [`!'x'`, foreign, `${foreign} | '秘密'`, `!${foreign}`, `'@':*`, `'#public' | '秘密'`])
      for (const kind of [`'#course'`, foreign, `!'#x' | ${foreign}`])
        expect(own, `${words} ${kind}`).toEqual(expect.arrayContaining(await all(words, kind)));
    await expect(
      withPortal((_db, client) => client.query(`select portal.search_ids('x'::tsquery, '#course'::tsquery, null)`)),
    ).rejects.toThrow('no enterprise');
  });

  it('ignores search path, temporary tables and functions of the caller', async () => {
    const found = await withTenant(one.id, async (_db, client) => {
      await client
        .query('create temporary table search_document (like public.search_document) on commit drop')
        .catch(async () => {
          // Most roles may not create them.
          await client.query('rollback');
          await client.query(`begin; set local app.enterprise_id = '${one.id}'`);
        });
      await client.query('set local search_path = pg_temp, public');
      return ask(client, `'秘密'`);
    });
    expect(titles(found)).toEqual(['秘密 one']);
  });

  it('throws without a tenant', async () => {
    for (const setting of ['', 'nonsense'])
      await expect(
        withPortal(async (_db, client) => {
          await client.query(`select set_config('app.enterprise_id', $1, true)`, [setting]);
          return ask(client, `'秘密'`);
        }),
      ).rejects.toThrow();
  });

  it('runs as a role without other privileges, and the application role reads no index rows of other tenants', async () => {
    const { rows } = await withPortal((_db, client) =>
      client.query(
        `select r.rolsuper, r.rolbypassrls, r.rolcanlogin, r.rolcreaterole, r.rolcreatedb,
           array(select p.proname::text from pg_proc p where p.proowner = r.oid and p.prosecdef order by 1) as functions,
           array(select p.proname::text from pg_proc p where p.proowner = r.oid and p.proacl::text ~ '[{,]=X') as public_functions,
           has_schema_privilege($1, 'portal', 'CREATE') as creates,
           pg_has_role('zhixing_app', $1, 'MEMBER') as app
         from pg_roles r where r.rolname = $1`,
        [SEARCH_ROLE],
      ),
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        functions: ['enterprises_to_index', 'find_similar', 'search', 'search_ids'],
        public_functions: [],
        creates: false,
        app: false,
      },
    ]);
    const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await owner.connect();
    const grants = await owner.query<{ grant: string }>(
      `select c.relname || ' ' || a.privilege_type as grant from pg_class c, aclexplode(c.relacl) a
       where a.grantee = $1::regrole order by 1`,
      [SEARCH_ROLE],
    );
    await owner.end();
    expect(grants.rows.map(({ grant }) => grant)).toEqual(['search_dirty SELECT', 'search_document SELECT']);
    const seen = await withTenant(one.id, (_db, client) => client.query('select title from search_document'));
    expect(seen.rows).toEqual([{ title: '秘密 one' }]);
  });
});

it('uses the index for each query of the function', async () => {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ body: string; settings: string[] }>(
      `select prosrc as body, proconfig as settings from pg_proc where proname = 'search' and pronamespace = 'portal'::regnamespace`,
    );
    const { body, settings } = rows[0]!;
    await owner.query('begin');
    await owner.query(`set local role ${SEARCH_ROLE}`);
    for (const setting of settings) {
      const [name, value] = setting.split('=') as [string, string];
      await owner.query('select set_config($1, $2, true)', [name, value.replaceAll('"', '')]);
    }
    // The statement of the function, with its variables as parameters.
    const names: Record<string, string> = {
      every_hit: 'tsquery',
      title_hit: 'tsquery',
      kind_hit: 'tsquery',
      of_kind: 'tsquery',
      words: 'tsquery',
      tenant: 'uuid',
      at: 'timestamptz',
      member: 'boolean',
      enough: 'int',
      most: 'int',
      page_size: 'int',
      skip: 'int',
    };
    let statement = /with every as[\s\S]*?(?=\n\s+into answer)/.exec(body)![0];
    for (const [i, name] of Object.keys(names).entries())
      statement = statement.replace(new RegExp(`(?<![.\\w'"])${name}(?![\\w'"])`, 'g'), `$${i + 1}`);
    await owner.query(`prepare question(${Object.values(names).join(', ')}) as ${statement}`);
    const query = `'@${one.id.replaceAll('-', '')}' & '秘密'`;
    const values = [query, query, query, `#course`, query].map((value) => owner.escapeLiteral(value));
    const plan = await owner.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute question(${values.join(', ')}, '${one.id}', now(), true, 10000, 300, 10, 0)`,
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    // Three queries: all hits, hits in titles, hits of one type.
    expect(lines.match(/Bitmap Index Scan on search_document_terms/g)).toHaveLength(3);
    expect(lines).not.toMatch(/Seq Scan on search_document|Index Scan using|_pk/);
    // Row level security does not prevent the use of the index.
    expect(lines).not.toContain('app.enterprise_id');
  } finally {
    await owner.end();
  }
});

it('is answered by the index for lists too', async () => {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ body: string; settings: string[] }>(
      `select prosrc as body, proconfig as settings from pg_proc where proname = 'search_ids' and pronamespace = 'portal'::regnamespace`,
    );
    const { body, settings } = rows[0]!;
    await owner.query('begin');
    await owner.query(`set local role ${SEARCH_ROLE}`);
    for (const setting of settings) {
      const [name, value] = setting.split('=') as [string, string];
      await owner.query('select set_config($1, $2, true)', [name, value.replaceAll('"', '')]);
    }
    const statement = /return query (select[\s\S]*?);/.exec(body)![1]!;
    const prepared = statement
      .replace(/\bhit\b/, '$1')
      .replace(/\btenant\b/, '$2')
      .replace(/\bmost\b/, '$3');
    await owner.query(`prepare ids(tsquery, uuid, int) as ${prepared}`);
    const plan = await owner.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute ids('''秘密''', '${one.id}', null)`,
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('Bitmap Index Scan on search_document_terms');
    expect(lines).not.toContain('app.enterprise_id');
  } finally {
    await owner.end();
  }
});
