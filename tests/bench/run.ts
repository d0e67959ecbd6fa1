import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closePool } from '#src/server/db/pool.ts';
import pg from 'pg';
import { http } from '../config/http.ts';
import { weighPage } from '../config/page-weight.ts';
import { freePort, PortalProcess, ROOT } from '../config/portal-process.ts';
import { callRemote } from '../factories/remote.ts';
import { answerTo, type Attempt, openHall, sitDown } from '../fault/hall.ts';
import { buildBareAstro } from './bare-astro.ts';
import { compare, CONNECTIONS, type Figures, type Load, peakMemory } from './measure.ts';

/*
 * `npm run bench`: what the portal does in a second, beside what the bare parts under it can do on the same machine in the
 * same minutes (issue 2, "Proof"). Prints tables; a timing never fails it, an answer other than 200 does.
 * `-- --seconds 8 --rounds 3 --learners 96`
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    learners: { type: 'string', default: '96' },
  },
});
const effort = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
const HOST = 'huaxin.localhost';
const PHONE = '13800000001';
const children: ChildProcess[] = [];
const portal = new PortalProcess({ port: await freePort(), env: { LOG_LEVEL: 'error' } });
let astroFolder: string | undefined;

try {
  console.log('starting the portal with its demo tenants …');
  await portal.start();
  const base = `http://127.0.0.1:${portal.port}`;
  const hall = await openHall(portal, Number(values.learners));
  const rows: Record<string, unknown>[] = [];

  console.log('(a) the anonymous landing page');
  const encoding = { host: HOST, 'accept-encoding': 'br, gzip' };
  await http(portal.port, HOST, '/', { headers: encoding });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const landing = await fetchRaw('/', encoding);
  const bytes = await bareNode({
    BARE: 'bytes',
    BODY: landing.body.toString('base64'),
    HEADERS: JSON.stringify(landing.headers),
  });
  rows.push(row('(a) landing page', '≥ 0.5', await measured({ url: `${base}/`, headers: encoding }, { url: bytes })));

  console.log('(b) /home of a signed-in learner');
  const { data: session } = await callRemote(portal.port, { host: HOST }, 'POST /user/api/user/info/login/pwd', {
    phone: PHONE,
    password: 'Study@2026',
  });
  const signedIn = { host: HOST, cookie: `ET_WEB_TOKEN=${session.token}` };
  const home = await http(portal.port, HOST, '/home', { headers: signedIn });
  if (home.status !== 200) throw new Error(`/home answers ${home.status}`);
  astroFolder = buildBareAstro(Buffer.byteLength(home.text));
  const astro = await bareAstro(astroFolder);
  rows.push(
    row('(b) /home, signed in', '≥ 0.6', await measured({ url: `${base}/home`, headers: signedIn }, { url: astro })),
  );

  console.log('(c) saving an answer');
  const seats: { token: string; attempt: Attempt }[] = [];
  for (const person of hall.people) seats.push({ token: person.token, attempt: await sitDown(hall, person) });
  const upsert = await bareNode({ BARE: 'upsert', DATABASE_URL: process.env.DATABASE_URL! });
  const save = saves(seats, hall.tenant.host);
  rows.push(
    row(
      '(c) answer save',
      '≥ 0.35',
      await measured({ url: `${base}/gateway`, each: save.ours }, { url: upsert, each: save.bare }),
    ),
  );

  console.log(
    `\n${CONNECTIONS} connections, median of ${effort.rounds} rounds of ${effort.seconds} s each, ours and bare in turns, load generator on the same machine:`,
  );
  console.table(rows);
  console.log('JavaScript per page, KB brotli:');
  console.table(await weights(session.token));
  console.log(`peak memory of the portal: ${peakMemory(portal.pid) ?? 'not known on this system'} MB`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await closePool();
  await portal.dispose();
  if (astroFolder) rmSync(astroFolder, { recursive: true, force: true });
}

async function measured(ours: Load, bare: Load): Promise<[Figures, Figures]> {
  const [one, other] = await compare(ours, bare, effort);
  for (const [name, { failed }] of Object.entries({ ours: one, bare: other })) {
    if (failed) {
      console.error(`${failed} requests failed (${name})`);
      process.exitCode = 1;
    }
  }
  return [one, other];
}

function row(name: string, aim: string, [ours, bare]: [Figures, Figures]) {
  return {
    what: name,
    rps: Math.round(ours.rps),
    'p99 ms': ours.p99,
    'bare rps': Math.round(bare.rps),
    'bare p99 ms': bare.p99,
    ratio: Number((ours.rps / bare.rps).toFixed(2)),
    aim,
  };
}

/** Every save is another answer of another learner: the next seat, its next question, a new revision. */
function saves(seats: { token: string; attempt: Attempt }[], host: string) {
  const json = { 'content-type': 'application/json' };
  const next = () => {
    let n = 0;
    return () => {
      const { token, attempt } = seats[n % seats.length]!;
      const turn = Math.floor(n / seats.length);
      n += 1;
      const question = attempt.questions[turn % attempt.questions.length]!;
      return {
        token,
        attempt,
        questionId: question.questionId,
        revision: Math.floor(turn / attempt.questions.length) + 1,
        answer: answerTo(question, n),
      };
    };
  };
  const [ours, bare] = [next(), next()];
  return {
    ours: () => {
      const { token, attempt, questionId, revision, answer } = ours();
      const { attemptId, epoch } = attempt;
      return {
        method: 'POST',
        path: '/gateway/exam/auth/user/exam/answer/save',
        headers: { ...json, host, authorization: `Bearer ${token}` },
        body: JSON.stringify({ attemptId, epoch, answers: [{ questionId, epoch, revision, answer }] }),
      };
    },
    bare: () => {
      const { attempt, questionId, revision, answer } = bare();
      return {
        method: 'POST',
        path: '/',
        headers: json,
        body: JSON.stringify({ attempt: attempt.attemptId, question: questionId, revision, answer }),
      };
    },
  };
}

async function fetchRaw(
  path: string,
  headers: Record<string, string>,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: portal.port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const kept = Object.entries(answer.headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
        );
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(kept) as Record<string, string> });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function bareNode(env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'tests/bench/bare-node.ts')], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return `http://127.0.0.1:${port}`;
}

async function bareAstro(folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(`create schema if not exists bench; drop table if exists bench.person;
    create table bench.person (id int primary key, name text); insert into bench.person values (1, 'Person')`);
  await client.end();
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'dist/server/entry.mjs')], {
    cwd: folder,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answered = await http(port, 'localhost', '/').catch(() => null);
    if (answered?.status === 200) return `http://127.0.0.1:${port}`;
  }
  throw new Error('The bare Astro server did not start.');
}

async function weights(token: string) {
  const cookie = { cookie: `ET_WEB_TOKEN=${token}` };
  const get = async (path: string, headers = {}) => (await http(portal.port, HOST, path, { headers })).text;
  const link = async (list: string, pattern: RegExp) => pattern.exec(await get(list))?.[1]?.replace(/&amp;/g, '&');
  const course = await link('/knowledge', /href="(\/knowledge\/course\/[^"]+)"/);
  const { data: exams } = await callRemote(
    portal.port,
    { host: HOST, token },
    'POST /exam/auth/user/exam/task/record/page',
    { scope: 'all' },
  );
  const open = await callRemote(portal.port, { host: HOST, token }, 'POST /exam/auth/user/exam/start', {
    id: exams.list[0]?.id ?? randomUUID(),
  });
  const pages: [string, string | undefined, object][] = [
    ['landing page', '/', {}],
    ['list of courses', '/knowledge', {}],
    ['course', course, {}],
    ['lecturers', '/lecturer', {}],
    ['announcements', '/info', {}],
    ['login', '/login', {}],
    ['/home', '/home', cookie],
    ['study room', course?.replace('/knowledge/course/', '/watch/course?id='), cookie],
    ['exam hall', open.code === 200 ? `/account/exam/examQuestion?id=${open.data.attemptId}` : undefined, cookie],
    ['/account', '/account', cookie],
  ];
  const found: Record<string, unknown>[] = [];
  for (const [page, path, headers] of pages) {
    if (!path) continue;
    const answer = await http(portal.port, HOST, path, { headers: headers as Record<string, string> });
    const weight = await weighPage(answer.text, get);
    found.push({
      page,
      status: answer.status,
      'before interaction': (weight.before / 1024).toFixed(1),
      'in all': (weight.all / 1024).toFixed(1),
    });
  }
  return found;
}
