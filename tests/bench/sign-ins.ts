import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, stopHashing } from '#src/server/account/password/password.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { http } from '../config/http.ts';
import { companionCookie } from '../factories/session.ts';
import type { TestTenant } from '../factories/tenant.ts';
import type { ExamSetup } from '../fault/exam-setup.ts';
import { byTheClock, type Outcome as Answered, quantile } from './open-workload.ts';
import { savesOf, seatsOf, type Seat } from './loads.ts';

/*
 * A peak of sign-ins during an exam: many users sign in within a minute, each from another address, while answers are
 * saved at a constant rate. Requests are sent at fixed times (open workload) and measured from these times, so that
 * delays of a slow portal are included.
 */

const PASSWORD = 'Harbour#83-Bench';
const SAVES_A_SECOND = 200;
const JSON_BODY = { 'content-type': 'application/json' };
/** Number of tries, as the login page (src/client/retry-on-busy.ts). */
const TRIES = 10;

type Outcome = Answered & { busy: number };
type Storm = { people: number; seconds: number; during: number };

/** Returns one row of figures per peak: sign-ins spread over a minute, and within ten seconds. */
export async function signInStorms(setup: ExamSetup, people: number): Promise<Record<string, unknown>[]> {
  const phones = await mintPeople(setup.tenant, people);
  const seats = await seatsOf(setup);
  const rows = [row('saves alone', await storm(setup, seats, [], { people: 0, seconds: 10, during: 10 }))];
  for (const seconds of [60, 10]) {
    const figures = await storm(setup, seats, phones, { people, seconds, during: 60 });
    rows.push(row(`${people} sign-ins within ${seconds} s`, figures));
  }
  return rows;
}

async function storm(
  { portal, tenant }: ExamSetup,
  seats: Seat[],
  phones: string[],
  { people, seconds, during }: Storm,
) {
  const [forSaves, forSignIns] = [new Agent({ keepAlive: true, maxSockets: 512 }), new Agent({ keepAlive: true })];
  const nextSave = savesOf(seats);
  const save = async (): Promise<Outcome> => {
    const begun = performance.now();
    const { token, attempt, questionId, revision, answer } = nextSave();
    const { attemptId, epoch } = attempt;
    const { status } = await http(portal.port, tenant.host, '/gateway/exam/auth/user/exam/answer/save', {
      method: 'POST',
      agent: forSaves,
      headers: { ...JSON_BODY, authorization: `Bearer ${token}`, cookie: companionCookie(token) },
      body: JSON.stringify({ attemptId, epoch, answers: [{ questionId, epoch, revision, answer }] }),
    }).catch(() => ({ status: 0 }));
    return { ms: performance.now() - begun, status, busy: 0 };
  };
  const signIn = async (n: number): Promise<Outcome> => {
    const begun = performance.now();
    for (let busy = 0; ; busy++) {
      const { status, headers } = await http(portal.port, tenant.host, '/gateway/user/api/user/info/login/pwd', {
        method: 'POST',
        agent: forSignIns,
        headers: { ...JSON_BODY, 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
        body: JSON.stringify({ phone: phones[n], password: PASSWORD, agreed: true }),
      }).catch(() => ({ status: 0, headers: {} as Record<string, string> }));
      if (status !== 429 || busy === TRIES - 1) return { ms: performance.now() - begun, status, busy };
      await sleep(Number(headers['retry-after'] ?? 1) * 1000 * (0.5 + Math.random()));
    }
  };
  const [saves, signIns] = await Promise.all([
    byTheClock(SAVES_A_SECOND * during, during, save),
    byTheClock(people, seconds, signIn),
  ]);
  for (const agent of [forSaves, forSignIns]) agent.destroy();
  return { saves, signIns };
}

function row(what: string, { saves, signIns }: { saves: Outcome[]; signIns: Outcome[] }) {
  const by = (list: Outcome[], test: (status: number) => boolean) => list.filter(({ status }) => test(status)).length;
  const all = [...saves, ...signIns];
  return {
    what,
    'signed in': by(signIns, (status) => status === 200),
    'told to wait': signIns.reduce((sum, { busy }) => sum + busy, 0),
    'given up': by(signIns, (status) => status === 429),
    'sign-in p50': quantile(signIns, 0.5),
    'sign-in p99': quantile(signIns, 0.99),
    saves: by(saves, (status) => status === 200),
    'save p50': quantile(saves, 0.5),
    'save p99': quantile(saves, 0.99),
    '5xx': by(all, (status) => status >= 500),
    'other failures': all.length - by(all, (status) => status === 200 || status === 429 || status >= 500),
  };
}

/** Creates users with the same password directly in the database. @returns their phone numbers */
async function mintPeople({ id: enterpriseId }: TestTenant, count: number): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD);
  await stopHashing();
  const people = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    phone: `17${String(n).padStart(9, '0')}`,
  }));
  await withTenant(enterpriseId, async (db) => {
    await db.insert(userAccount).values(people.map((person) => ({ ...person, passwordHash })));
    await db
      .insert(enterpriseUser)
      .values(people.map(({ id, phone }) => ({ enterpriseId, userId: id, userName: `Person ${phone}` })));
  });
  return people.map(({ phone }) => phone);
}
