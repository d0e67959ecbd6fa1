import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Answer, http } from '../config/http.ts';
import type { Caller, Envelope } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { answerTo, type Attempt, type ExamSetup, startAttempt } from '../fault/exam-setup.ts';
import type { BareServers } from './bare-servers.ts';
import type { Load } from './measure.ts';

export type Pair = { what: string; aim: string; ours: Load; bare: Load };
const HOST = 'huaxin.localhost';

type SignedIn = Caller & { token: string; cookie: string };

/** Signs in as a demo learner. */
export const learner = (port: number): Promise<SignedIn> => signedIn(port, '13800000001');

/** Signs in as a user of the demo tenant. */
export async function signedIn(port: number, phone: string): Promise<SignedIn> {
  const answer = await http(port, HOST, '/gateway/user/api/user/info/login/pwd', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password: 'Study@2026', agreed: true }),
  });
  const { code, msg, data } = JSON.parse(answer.text) as Envelope<{ token: string }>;
  if (code !== 200) throw new Error(`sign in: ${code} ${msg}`);
  const companion = answer.headers['set-cookie']!.map((line) => line.split(';')[0]);
  return { host: HOST, token: data.token, cookie: [`ET_WEB_TOKEN=${data.token}`, ...companion].join('; ') };
}

/** (a) The anonymous landing page, compressed; baseline: the same bytes and headers. */
export async function landingPage({ portal }: ExamSetup, bare: BareServers): Promise<Pair> {
  const headers = { host: HOST, 'accept-encoding': 'br, gzip' };
  await http(portal.port, HOST, '/', { headers });
  await sleep(500);
  const page = expectOk('/', await http(portal.port, HOST, '/', { headers }));
  const same = Object.entries(page.headers).filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
  );
  return {
    what: '(a) landing page, anonymous',
    aim: '≥ 0.5',
    ours: { url: portal.origin.replace('localhost', '127.0.0.1') + '/', headers },
    bare: { url: await bare.bytes(page.body, Object.fromEntries(same) as Record<string, string>) },
  };
}

/** (b) `/home` of a learner; baseline: an Astro page of the same size with one island and one query. */
export async function home({ portal }: ExamSetup, bare: BareServers, databaseUrl: string): Promise<Pair> {
  const headers = { host: HOST, cookie: (await learner(portal.port)).cookie };
  const page = expectOk('/home', await http(portal.port, HOST, '/home', { headers }));
  return {
    what: `(b) /home, signed in, ${Math.round(page.body.length / 1024)} KB`,
    aim: '≥ 0.45',
    ours: { url: `http://127.0.0.1:${portal.port}/home`, headers },
    bare: { url: await bare.astro(page.body.length, databaseUrl) },
  };
}

/** (v) The page that verifies a certificate, from the page cache; baseline: an Astro page of the same size with one island and one query. */
export async function verification({ portal }: ExamSetup, bare: BareServers, databaseUrl: string): Promise<Pair> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: found } = await client.query<{ id: string }>(`select id from portal.enterprise where key = 'huaxin'`);
  await client.query(`select set_config('app.enterprise_id', $1, false)`, [found[0]!.id]);
  const { rows } = await client.query<{ number: string }>(
    `select certificate_no as number from user_certificate
     where revoked_at is null and (expires_at is null or expires_at > now() + interval '1 day') order by id limit 1`,
  );
  await client.end();
  const path = `/certificate/${encodeURIComponent(rows[0]!.number)}`;
  const headers = { host: HOST };
  const page = expectOk(path, await http(portal.port, HOST, path, { headers }));
  return {
    what: '(v) /certificate/{number}, page cache',
    aim: '≥ 0.9',
    ours: { url: `http://127.0.0.1:${portal.port}${path}`, headers },
    bare: { url: await bare.astro(page.body.length, databaseUrl) },
  };
}

/** (c) Saving an answer, each of another learner; baseline: one upsert of the same answer. */
export async function answerSave(setup: ExamSetup, bare: BareServers, databaseUrl: string): Promise<Pair> {
  const seats = await seatsOf(setup);
  const [ours, theirs] = [savesOf(seats), savesOf(seats)];
  const json = { 'content-type': 'application/json' };
  return {
    what: '(c) answer save',
    aim: '≥ 0.5',
    ours: {
      url: `http://127.0.0.1:${setup.portal.port}`,
      each: () => {
        const { token, attempt, questionId, revision, answer } = ours();
        const { attemptId, epoch } = attempt;
        return {
          method: 'POST',
          path: '/gateway/exam/auth/user/exam/answer/save',
          headers: {
            ...json,
            host: setup.tenant.host,
            authorization: `Bearer ${token}`,
            cookie: companionCookie(token),
          },
          body: JSON.stringify({ attemptId, epoch, answers: [{ questionId, epoch, revision, answer }] }),
        };
      },
    },
    bare: {
      url: await bare.upsert(databaseUrl),
      each: () => {
        const { attempt, questionId, revision, answer } = theirs();
        const body = JSON.stringify({ attempt: attempt.attemptId, question: questionId, revision, answer });
        return { method: 'POST', path: '/', headers: json, body };
      },
    },
  };
}

export type Seat = { token: string; attempt: Attempt };

/** Starts an attempt for every candidate. */
export async function seatsOf(setup: ExamSetup): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (const person of setup.people) seats.push({ token: person.token, attempt: await startAttempt(setup, person) });
  return seats;
}

/** Returns a generator of saves: the next candidate, their next question, with a new revision after all questions. */
export function savesOf(seats: Seat[]) {
  let n = 0;
  return () => {
    const { token, attempt } = seats[n % seats.length]!;
    const turn = Math.floor(n++ / seats.length);
    const question = attempt.questions[turn % attempt.questions.length]!;
    const revision = Math.floor(turn / attempt.questions.length) + 1;
    return { token, attempt, questionId: question.questionId, revision, answer: answerTo(question, n) };
  };
}

/** Returns the response. @throws Error for any status other than 200 */
export function expectOk(path: string, answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}
