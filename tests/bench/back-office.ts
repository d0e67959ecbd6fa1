import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Call, Input } from '#src/contract/calls.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { callRemote } from '../factories/remote.ts';
import { mintSession } from '../factories/session.ts';
import { makeLargeContent } from './large-content.ts';
import { makeLargeHistory, reportTimes } from './large-reports.ts';
import { makeLargeRequirements } from './large-requirements.ts';

/** One request at a time, in milliseconds. */
export type PageTime = { what: string; 'first made, ms': number; 'median, ms': number; 'aim, ms': number };

const RUNS = 11;
/** Of a page of people with their states. */
const MATRIX_AIM = 300;
const PAGE_AIM = 300;
/** Of the first page of a list of content. */
const CONTENT_AIM = 100;
/** Of a job. */
const STATEMENT_AIM = 60_000;
const VERIFY_AIM = 100;

/**
 * Times of lists of the back office: people of a tenant of so many, and the matrix of another one where all have all requirements. Their
 * assignments are reconciled before.
 */
export async function backOfficeTimes(
  portal: PortalProcess,
  databaseUrl: string,
  size: { people: number; matrixPeople: number; requirements: number },
): Promise<PageTime[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const large = await makeTenant(client, 'office', { people: size.people, requirements: 1 });
    const matrix = await makeTenant(client, 'matrix', { people: size.matrixPeople, requirements: size.requirements });
    const { times, measure, ask } = timer(portal);
    const people = 'POST /user/auth/people/page';
    const first = { pageCurrent: 1, pageSize: 50 };
    const where = await departmentOf(client, large.id, '公司 7');
    await measure('people, first page', PAGE_AIM, () => ask(large, people, first));
    await measure('people of a department and those below it', PAGE_AIM, () =>
      ask(large, people, { ...first, departmentId: where }),
    );
    await measure('people by a part of the name', PAGE_AIM, () =>
      ask(large, people, { ...first, keyword: '员工 4711' }),
    );
    await measure('people whom a keyword does not find', PAGE_AIM, () =>
      ask(large, people, { ...first, keyword: 'xyz' }),
    );
    const page = 'POST /course/auth/requirement/matrix/page';
    const below = await departmentOf(client, matrix.id, '公司 7');
    await measure('matrix, first page', MATRIX_AIM, () => ask(matrix, page, first));
    await measure('matrix of a department', MATRIX_AIM, () => ask(matrix, page, { ...first, departmentId: below }));
    await measure('matrix of those who are overdue', MATRIX_AIM, () =>
      ask(matrix, page, { ...first, state: 'overdue' }),
    );
    await measure('totals of the matrix by department', 2_000, () =>
      ask(matrix, 'POST /course/auth/requirement/matrix/total', {}),
    );
    await measure('lapses of three months', 2_000, () =>
      ask(matrix, 'POST /course/auth/requirement/lapse/page', { ...first, until: inDays(90) }),
    );
    await makeLargeHistory(client, large.id);
    await reportTimes(
      measure,
      (definition, isFresh) => ask(large, 'POST /report/auth/report/run', { definition, isFresh }),
      (filter) => ask(large, 'POST /data/auth/audit/page', filter),
      { userId: large.adminId },
    );
    const year = new Date().getFullYear() - 1;
    await measure('annual statement of all people, as a job', STATEMENT_AIM, async () => {
      const { id } = await ask(large, 'POST /data/auth/statement/department/export', { year });
      for (;;) {
        const { list } = await ask(large, 'POST /data/auth/export/record/page', {});
        const { exportStatus } = list.find((each) => each.id === id)!;
        if (exportStatus === 2) return;
        if (exportStatus === 3) throw new Error('the statement failed');
        await new Promise((done) => setTimeout(done, 100));
      }
    });
    const { list } = await ask(large, 'POST /data/auth/statement/department/page', {});
    await measure('verification of this statement', VERIFY_AIM, () =>
      ask(large, 'GET /data/api/statement/verify', { number: list[0]!.statementNo }),
    );
    return times;
  } finally {
    await client.end();
  }
}

/**
 * Times of the lists of content in a tenant with so many courses and files of the media library. The first page is read by each visit; what
 * is filtered may take longer.
 */
export async function contentTimes(
  portal: PortalProcess,
  databaseUrl: string,
  size: { courses: number; files: number },
): Promise<PageTime[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tenant = await makeEmpty(client, 'content');
    await makeLargeContent(client, tenant.id, size);
    const { times, measure, ask } = timer(portal);
    const courses = 'POST /system/auth/content/course/page';
    const files = 'POST /data/auth/media/page';
    const first = { pageCurrent: 1, pageSize: 10 };
    await measure('courses, first page', CONTENT_AIM, () => ask(tenant, courses, first));
    await measure('courses, first page of 50 by title', CONTENT_AIM, () =>
      ask(tenant, courses, { ...first, pageSize: 50, sort: 'title' }),
    );
    await measure('courses with a keyword', CONTENT_AIM, () => ask(tenant, courses, { ...first, keyword: '课程 471' }));
    await measure('courses with changes', CONTENT_AIM, () => ask(tenant, courses, { ...first, mark: 'draft' }));
    await measure('files, first page', CONTENT_AIM, () => ask(tenant, files, first));
    await measure('files, first page of 50 by size', CONTENT_AIM, () =>
      ask(tenant, files, { ...first, pageSize: 50, sort: '-bytes' }),
    );
    await measure('files with a keyword', CONTENT_AIM, () => ask(tenant, files, { ...first, keyword: '4711' }));
    await measure('files that are used nowhere', PAGE_AIM, () => ask(tenant, files, { ...first, state: 'unused' }));
    return times;
  } finally {
    await client.end();
  }
}

/** Measures requests, one at a time. */
export function timer(portal: PortalProcess) {
  const times: PageTime[] = [];
  const measure = async (what: string, aim: number, make: () => Promise<unknown>) => {
    const taken: number[] = [];
    for (let n = 0; n < RUNS; n++) {
      const begun = performance.now();
      await make();
      taken.push(performance.now() - begun);
    }
    const [first, ...others] = taken as [number, ...number[]];
    const median = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)]!;
    times.push({ what, 'first made, ms': Math.round(first), 'median, ms': Math.round(median), 'aim, ms': aim });
  };
  const ask = async <K extends Call>({ host, token }: Tenant, name: K, input: Input<K>) => {
    const { code, msg, data } = await callRemote(portal.port, { host, token }, name, input);
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
    return data;
  };
  return { times, measure, ask };
}

type Tenant = { id: string; adminId: string; host: string; token: string };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function departmentOf(client: pg.ClientBase, tenant: string, path: string): Promise<string> {
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [tenant]);
  const { rows } = await client.query<{ id: string }>(
    'select id from department where enterprise_id = $1 and path = $2',
    [tenant, path],
  );
  return rows[0]!.id;
}

async function makeTenant(
  client: pg.ClientBase,
  key: string,
  size: { people: number; requirements: number },
): Promise<Tenant> {
  const tenant = await makeEmpty(client, key);
  await makeLargeRequirements(client, tenant.id, size);
  await client.query(`select * from portal.reconcile_requirements($1::uuid, now(), null, null, 'rule')`, [tenant.id]);
  await client.query('update requirement set stale = null where enterprise_id = $1', [tenant.id]);
  await client.query('analyze');
  return tenant;
}

/** A tenant with an administrator. */
export async function makeEmpty(client: pg.ClientBase, key: string): Promise<Tenant> {
  const [id, admin] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into portal.enterprise (id, key, name, time_zone, lang) values ($1, $2, $2, 'Asia/Shanghai', 'zh')`,
    [id, key],
  );
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [id]);
  await client.query('insert into portal.user_account (id) values ($1)', [admin]);
  await client.query(
    `insert into enterprise_user (enterprise_id, user_id, user_name, is_admin) values ($1, $2, 'Admin', true)`,
    [id, admin],
  );
  return { id, adminId: admin, host: `${key}.localhost`, token: await mintSession(admin, id) };
}
