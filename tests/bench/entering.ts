import { randomUUID } from 'node:crypto';
import type { Call, Input } from '#src/contract/calls.ts';
import { http } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { callRemote } from '../factories/remote.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, type TestPerson } from '../factories/tenant.ts';
import type { ExamSetup } from '../fault/exam-setup.ts';
import { countStatements, type StatementCounter } from '../config/statement-counter.ts';

/** Persons who enter one after another; the least number of each step counts: the portal has other work now and then. */
const PERSONS = 12;

/**
 * Counts the statements of entering with a second portal on the same database, behind a counting proxy. Its candidates are
 * others than those of `setup`.
 */
export async function countedEntering(setup: ExamSetup, databaseUrl: string) {
  const counter = await countStatements(databaseUrl);
  const env = {
    DATABASE_URL: counter.url,
    DEMO: 'off',
    JOBS: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: setup.portal.dataDir,
  };
  const portal = new PortalProcess({ port: await freePort(), dataDir: setup.portal.dataDir, env });
  try {
    await portal.start();
    const people: TestPerson[] = [];
    for (let n = 0; n < PERSONS; n++) people.push(await mintPerson(setup.tenant));
    return await statementsOfEntering({ ...setup, portal, people }, counter);
  } finally {
    await portal.stop();
    counter.close();
  }
}

/** Statements of each step of entering an exam, from the page of the exam to the confirmed paper. */
async function statementsOfEntering({ portal, tenant, examId, people }: ExamSetup, counter: StatementCounter) {
  const least = new Map<string, number>();
  const count = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    const before = counter.statements;
    const result = await run();
    least.set(step, Math.min(least.get(step) ?? Infinity, counter.statements - before));
    return result;
  };
  const page = async (path: string, { token }: TestPerson) => {
    const cookie = `ET_WEB_TOKEN=${token}; ${companionCookie(token)}`;
    const { status } = await http(portal.port, tenant.host, path, { headers: { cookie } });
    if (status !== 200) throw new Error(`${path}: ${status}`);
  };
  const call = async <C extends Call>(person: TestPerson, name: C, input: Input<C>) => {
    const reply = await callRemote(portal.port, person, name, input);
    if (reply.code !== 200) throw new Error(`${name}: ${JSON.stringify(reply)}`);
    return reply.data;
  };
  for (const person of people) {
    await count('exam page', () => page(`/test/id?id=${examId}`, person));
    await count('hall page', () => page(`/account/exam/start?id=${examId}`, person));
    const input = { id: examId, enter: true, deviceKey: randomUUID() };
    const { attemptId } = await count('start', () => call(person, 'POST /exam/auth/user/exam/start', input));
    await count('received', () => call(person, 'POST /exam/auth/user/exam/attempt/received', { attemptId }));
  }
  return [...least, ['in all', [...least.values()].reduce((a, b) => a + b, 0)] as const].map(([step, statements]) => ({
    step,
    statements,
  }));
}
