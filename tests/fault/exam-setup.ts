import { type Embedded, startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import type { Data, Input } from '#src/contract/calls.ts';
import type { PortalProcess } from '../config/portal-process.ts';
import { mintExamHall } from '../factories/exam-hall.ts';
import { callRemote } from '../factories/remote.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

export type Attempt = Data<'GET /exam/auth/user/exam/attempt/view'>;
export type Entry = Input<'POST /exam/auth/user/exam/answer/save'>['answers'][number];

/** An exam, the candidates, and the portal under test. */
export type ExamSetup = {
  portal: PortalProcess;
  tenant: TestTenant;
  examId: string;
  people: TestPerson[];
  folder: string;
};

/**
 * Creates a tenant with an exam and candidates directly in the portal's database. This process leaves the embedded database
 * afterwards, so that only the portal restarts it later.
 */
export async function createExamSetup(portal: PortalProcess, seats: number): Promise<ExamSetup> {
  const embedded: Embedded = await startEmbedded({ dataDir: portal.dataDir, log: () => undefined });
  process.env.DATABASE_URL = embedded.url;
  process.env.DATA_DIR = portal.dataDir;
  await embedded.stop();
  const tenant = await mintTenant('Exam hall');
  const examId = await mintExamHall(tenant, { single: 8, multiple: 4, judge: 4, blank: 2, short: 2 });
  const people: TestPerson[] = [];
  for (let n = 0; n < seats; n++) people.push(await mintPerson(tenant, { userName: `Person ${n}` }));
  return { portal, tenant, examId, people, folder: embedded.folder };
}

/** Starts an attempt and reads its paper. */
export async function startAttempt({ portal, examId }: ExamSetup, person: TestPerson): Promise<Attempt> {
  const started = await callRemote(portal.port, person, 'POST /exam/auth/user/exam/start', { id: examId });
  if (started.code !== 200) throw new Error(`start: ${JSON.stringify(started)}`);
  return viewAttempt(portal, person, started.data.attemptId);
}

export async function viewAttempt(portal: PortalProcess, person: TestPerson, attemptId: string): Promise<Attempt> {
  const viewed = await callRemote(portal.port, person, 'GET /exam/auth/user/exam/attempt/view', { attemptId });
  if (viewed.code !== 200) throw new Error(`attempt: ${JSON.stringify(viewed)}`);
  return viewed.data;
}

/** Returns a valid answer to a question, different for each `n`. */
export function answerTo({ type, options }: Attempt['questions'][number], n: number): Entry['answer'] {
  const keys = options.map(({ key }) => key);
  switch (type) {
    case 'single':
      return keys[n % keys.length]!;
    case 'multiple':
      return keys.filter((_, bit) => ((n % 15) + 1) & (1 << bit));
    case 'judge':
      return n % 2 === 0;
    case 'blank':
      return [`blank ${n}`];
    case 'short':
      return `Answer number ${n}, written during failures.`;
  }
}
