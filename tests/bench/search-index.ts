import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { migrate } from '#src/server/core/db/migrate.ts';
import { APP_ROLE } from '#src/server/core/db/pool.ts';
import { readQuery, tsquery } from '#src/server/search/query.ts';
import { documentTerms } from '#src/server/search/terms.ts';
import type { SubjectType } from '#src/contract/search.ts';
import { wordsOf } from './words.ts';

/*
 * `node tests/bench/search-index.ts [--documents 100000] [--seed 1]`: measures `portal.search` in the database, with this
 * number of documents in each of two tenants. Word frequencies are as in real texts: few frequent words, many rare ones.
 */

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const documents = Number(values.documents);
const { random, chinese, english } = wordsOf(Number(values.seed));
const TENANTS = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b'];
const AT_ONCE = 1_000;
const KINDS: [SubjectType, number][] = [
  ['course', 1],
  ['announcement', 8],
  ['lecturer', 3],
  ['resource', 4],
];
async function fill(client: pg.Client, tenant: string): Promise<void> {
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [tenant]);
  for (let done = 0; done < documents; done += AT_ONCE) {
    const things = Array.from({ length: Math.min(AT_ONCE, documents - done) }, () => {
      const [subjectType, type] = KINDS[Math.floor(random() * KINDS.length)]!;
      const write = random() < 0.3 ? english : (size: number) => chinese(size * 3);
      const visibility = subjectType === 'resource' ? ('member' as const) : ('public' as const);
      return { subjectType, type, visibility, title: write(4), summary: write(12), body: write(110) };
    });
    const terms = await documentTerms(client, tenant, things);
    await client.query(
      `insert into search_document (enterprise_id, subject_type, subject_id, type, visibility, title, body, terms, gmt_modified)
       select $1, kind, gen_random_uuid(), type, visibility, title, body, terms::tsvector, now() - random() * interval '1000 days'
       from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[]) x(kind, type, visibility, title, body, terms)`,
      [
        tenant,
        things.map(({ subjectType }) => subjectType),
        things.map(({ type }) => type),
        things.map(({ visibility }) => visibility),
        things.map(({ title }) => title),
        things.map(({ summary, body }) => `${summary} ${body}`),
        terms,
      ],
    );
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'zhixing-bench-'));
const database = await startEmbedded({ dataDir, log: () => undefined });
try {
  await migrate(database.url, () => undefined);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop index search_document_terms');
  for (const tenant of TENANTS) await fill(client, tenant);
  await client.query('create index search_document_terms on search_document using gin (terms) with (fastupdate = off)');
  await client.query('vacuum analyze search_document');
  await client.query(`set role ${APP_ROLE}`);
  console.log(`${documents} documents in each of two tenants; milliseconds in the database, median of 15`);
  for (const keyword of [
    '安全',
    '点检标准',
    '噪声粉尘',
    '现场 pump',
    'maintenance of pumps',
    'x4711',
    '安',
    'budget data network',
  ]) {
    const query = (await readQuery(client, keyword))!;
    await client.query('begin');
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [TENANTS[0]]);
    const times: number[] = [];
    let found = 0;
    for (let i = 0; i < 16; i++) {
      const begun = performance.now();
      const { rows } = await client.query<{ found: { counts: { count: number }[] } }>(
        'select portal.search($1::tsquery, $2::tsquery, null, true, now(), 300, 10, 0) as found',
        [tsquery(query, 'all', 'anywhere'), tsquery(query, 'all', 'title')],
      );
      if (i > 0) times.push(performance.now() - begun);
      found = rows[0]!.found.counts.reduce((sum, { count }) => sum + count, 0);
    }
    await client.query('commit');
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
    console.log(`${median.toFixed(1).padStart(8)}  ${String(found).padStart(6)} hits  ${keyword}`);
  }
  await client.end();
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
