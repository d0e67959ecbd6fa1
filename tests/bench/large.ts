import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { http } from '../config/http.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { companionCookie, mintSession } from '../factories/session.ts';
import type { BareServers } from './bare-servers.ts';
import type { LargeTenant } from './large-tenant.ts';
import { expectOk, type Pair } from './loads.ts';

/** Time of the first rendering of a page in milliseconds, before anything is cached. */
export type First = { page: string; 'first made, ms': number; KB: number; 'brotli KB': number };
const BROTLI = { 'accept-encoding': 'br, gzip' };

/** The public pages and the dashboard of a large tenant, each with its baseline. */
export async function largePages(
  portal: PortalProcess,
  tenant: LargeTenant,
  bare: BareServers,
  databaseUrl: string,
): Promise<{ first: First[]; pairs: Pair[] }> {
  const { host } = tenant;
  const get = (path: string, headers: Record<string, string> = {}) => http(portal.port, host, path, { headers });
  const list = expectOk('/knowledge', await get('/knowledge?page=2')).text;
  const news = expectOk('/info', await get('/info?page=2')).text;
  const pages: [page: string, path: string][] = [
    ['landing', '/'],
    ['knowledge list', '/knowledge'],
    ['course', /\/knowledge\/course\/[0-9a-f-]{36}/.exec(list)![0]],
    ['lecturers', '/lecturer'],
    ['announcement', /\/info\/[0-9a-f-]{36}/.exec(news)![0]],
  ];
  const first: First[] = [];
  const pairs: Pair[] = [];
  const url = `http://127.0.0.1:${portal.port}`;
  const timed = async (page: string, path: string, headers: Record<string, string>) => {
    const begun = performance.now();
    const answer = expectOk(path, await get(path, headers));
    const ms = Math.round(performance.now() - begun);
    const packed = expectOk(path, await get(path, { ...headers, ...BROTLI }));
    first.push({ page, 'first made, ms': ms, KB: kb(answer.body), 'brotli KB': kb(packed.body) });
    return answer;
  };
  for (const [page, path] of pages) {
    await timed(page, path, {});
    await sleep(500);
    const kept = expectOk(path, await get(path, BROTLI));
    const same = Object.entries(kept.headers).filter(
      ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
    );
    pairs.push({
      what: `(l) ${page}, anonymous, large tenant`,
      aim: '≥ 0.5',
      ours: { url: url + path, headers: { host, ...BROTLI } },
      bare: { url: await bare.bytes(kept.body, Object.fromEntries(same) as Record<string, string>) },
    });
  }
  const token = await mintSession(tenant.learnerId, tenant.id);
  const headers = { cookie: `ET_WEB_TOKEN=${token}; ${companionCookie(token)}` };
  const home = await timed('/home, signed in', '/home', headers);
  // Not rendered often enough for a ratio, but their time is reported.
  for (const path of ['/test', '/info', '/info?page=900', '/knowledge', '/home/rank', '/search?keyword=course'])
    await timed(`${path}, signed in`, path, headers);
  pairs.push({
    what: '(l) /home, signed in, large tenant',
    aim: '≥ 0.6',
    ours: { url: `${url}/home`, headers: { host, ...headers } },
    bare: { url: await bare.astro(home.body.length, databaseUrl) },
  });
  const staff = await mintSession(tenant.lecturerId, tenant.id);
  const lecturer = { cookie: `ET_WEB_TOKEN=${staff}; ${companionCookie(staff)}` };
  await sumsStored(databaseUrl, tenant);
  const analysis = `/test/analysis?id=${tenant.examId}`;
  for (const path of ['/test/analysis', `${analysis}&tab=questions`, analysis, '/test/marking'])
    await timed(`${path.replace(tenant.examId, '…')}, lecturer`, path, lecturer);
  return { first, pairs };
}

/** Waits until a sweep has computed the sums of the exam. */
async function sumsStored(databaseUrl: string, { id, examId }: LargeTenant): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select set_config('app.enterprise_id', $1, false)`, [id]);
    for (let n = 0; n < 120; n++) {
      const { rowCount } = await client.query('select 1 from exam_sums where exam_id = $1', [examId]);
      if (rowCount! > 0) return;
      await sleep(1000);
    }
    throw new Error('the sums of the exam were not computed within two minutes');
  } finally {
    await client.end();
  }
}

const kb = (bytes: Buffer) => Number((bytes.length / 1024).toFixed(1));
