import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { clusterOf } from '#src/server/embedded-postgres/folder.ts';
import { readPostmaster } from '#src/server/embedded-postgres/postmaster.ts';
import { until } from '../config/until.ts';
import { journalOf } from '../factories/journal.ts';
import { callRemote } from '../factories/remote.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { answerTo, type Attempt, type Entry, type ExamSetup, startAttempt, viewAttempt } from './exam-setup.ts';

export type KillReport = {
  kills: number;
  acknowledged: number;
  unanswered: number;
  lost: string[];
  slowestReturn: number;
};
type Seat = {
  person: TestPerson;
  attempt: Attempt;
  /** All answers sent, by question and revision. */
  sent: Map<string, Entry['answer']>;
  /** Highest acknowledged revision by question. */
  acknowledged: Map<string, number>;
};

/** Kills between two lines about the progress of a long run. */
const TELL_EVERY = 20;
/** Maximum time until a killed process serves again, milliseconds. */
const RETURN_MS = 60_000;
/** Saves of a candidate between a kill and the end of the comparison after it, on average at most. */
const WHILE_COMPARED = 4;

/** Prints the progress of a long run. */
export function tell({ kills, acknowledged, lost }: KillReport): void {
  if (kills % TELL_EVERY === 0) console.log(`  ${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost`);
}

const key = (questionId: string, revision: number) => `${questionId} ${revision}`;

/**
 * Kills a process repeatedly while candidates save answers, and after each restart compares every attempt with what was sent.
 * @param savesBetween acknowledged saves between two kills, on average at least
 * @param kill kills the process, and restarts it unless that happens automatically
 */
export async function killDuringSaves(
  setup: ExamSetup,
  {
    kills,
    savesBetween,
    random,
    kill,
  }: { kills: number; savesBetween: number; random: () => number; kill: (n: number) => Promise<void> },
): Promise<KillReport> {
  const seats: Seat[] = [];
  for (const person of setup.people)
    seats.push({ person, attempt: await startAttempt(setup, person), sent: new Map(), acknowledged: new Map() });
  const report: KillReport = { kills: 0, acknowledged: 0, unanswered: 0, lost: [], slowestReturn: 0 };

  let writing = true;
  // An attempt has a limited number of saves: candidates do not go on endlessly while their attempts are compared.
  let most = 0;
  const writers = seats.map((seat) => write(setup, seat, { isRunning: () => writing, most: () => most, report }));
  try {
    for (let n = 0; n < kills; n++) {
      // During the work: after a random number of acknowledged answers.
      const next = report.acknowledged + Math.ceil((0.5 + random()) * savesBetween);
      most = Infinity;
      await until(() => report.acknowledged >= next, { what: 'saves are in progress', timeout: RETURN_MS, every: 1 });
      const killedAt = performance.now();
      await kill(n);
      report.kills += 1;
      const before = report.acknowledged;
      most = before + WHILE_COMPARED * seats.length;
      const continues = () => report.acknowledged > before + seats.length;
      await until(continues, { what: 'saves go on after a kill', timeout: RETURN_MS, every: 20 });
      report.slowestReturn = Math.max(report.slowestReturn, performance.now() - killedAt);
      for (const seat of seats) report.lost.push(...(await missing(setup, seat)));
      tell(report);
    }
  } finally {
    writing = false;
    await Promise.all(writers);
  }
  for (const seat of seats) report.lost.push(...(await missing(setup, seat)));
  for (const seat of seats) report.lost.push(...(await missingFromResult(setup, seat)));
  for (const seat of seats) report.lost.push(...(await missingFromJournal(setup, seat)));
  report.lost = [...new Set(report.lost)];
  return report;
}

/** Saves answers of one candidate one after another; each is repeated until it is acknowledged. */
async function write(
  setup: ExamSetup,
  { person, attempt, sent, acknowledged }: Seat,
  { isRunning, most, report }: { isRunning: () => boolean; most: () => number; report: KillReport },
): Promise<void> {
  for (let n = 0; isRunning(); n++) {
    while (report.acknowledged >= most() && isRunning()) await pause(20);
    const question = attempt.questions[n % attempt.questions.length]!;
    const { questionId } = question;
    const revision = Math.floor(n / attempt.questions.length) + 1;
    const entry: Entry = { questionId, epoch: attempt.epoch, revision, answer: answerTo(question, n) };
    sent.set(key(questionId, revision), entry.answer);
    const trySave = async () => {
      const reply = await callRemote(setup.portal.port, person, 'POST /exam/auth/user/exam/answer/save', {
        attemptId: attempt.attemptId,
        epoch: attempt.epoch,
        answers: [entry],
      }).catch(() => null);
      const ack = reply?.code === 200 ? reply.data.acks.find((each) => each.questionId === questionId) : undefined;
      if (ack?.state === 'saved' && ack.revision >= revision) {
        acknowledged.set(questionId, revision);
        report.acknowledged += 1;
        return true;
      }
      if (reply && reply.code !== 503 && reply.code !== 500) throw new Error(`save: ${JSON.stringify(reply)}`);
      report.unanswered += 1;
      return !isRunning();
    };
    await until(trySave, { what: 'an answer is acknowledged', timeout: RETURN_MS, every: 25 });
  }
}

/** Returns acknowledged answers that are missing or differ from what was sent. */
async function missing({ portal }: ExamSetup, { person, attempt, sent, acknowledged }: Seat): Promise<string[]> {
  // The acknowledged answers are copied before the attempt is read: later saves can only add to them.
  const promised = [...acknowledged];
  const { answers } = await until(() => viewAttempt(portal, person, attempt.attemptId).catch(() => null), {
    what: `attempt ${attempt.attemptId} can be read`,
    timeout: RETURN_MS,
  });
  return promised.flatMap(([questionId, revision]) => {
    const found = answers.find((each) => each.questionId === questionId);
    const name = `${attempt.attemptId} ${questionId} revision ${revision}`;
    if (!found) return [`${name}: missing`];
    if (found.revision < revision) return [`${name}: now at revision ${found.revision}`];
    return isDeepStrictEqual(found.answer, sent.get(key(questionId, found.revision)))
      ? []
      : [`${name}: another answer`];
  });
}

/** Submits the attempt. @returns acknowledged answers that are missing in the result */
async function missingFromResult(
  { portal }: ExamSetup,
  { person, attempt, sent, acknowledged }: Seat,
): Promise<string[]> {
  const { attemptId, epoch } = attempt;
  const submitted = await callRemote(portal.port, person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch });
  if (submitted.code !== 200) return [`${attemptId}: submit answered ${submitted.code}`];
  const { data } = await callRemote(portal.port, person, 'GET /exam/auth/user/exam/result/view', { attemptId });
  return [...acknowledged].flatMap(([questionId, revision]) => {
    const mine = data.questions.find((each) => each.questionId === questionId)?.mine;
    // An answer that was sent but not acknowledged may have been saved, too: at most one revision later.
    const possible = [revision, revision + 1].map((each) => sent.get(key(questionId, each)));
    const found = possible.some((each) => isDeepStrictEqual(each, mine));
    return found ? [] : [`${attemptId} ${questionId} revision ${revision}: not submitted`];
  });
}

/** Returns what is wrong with the journal, and acknowledged revisions that it does not contain, of each question all. */
async function missingFromJournal({ tenant }: ExamSetup, { attempt, sent, acknowledged }: Seat): Promise<string[]> {
  const { rows, problems } = await journalOf(tenant, attempt.attemptId);
  const saved = new Map(
    rows
      .filter(({ kind, data }) => kind === 'answer' && data['state'] === 'saved')
      .map(({ data, content }) => [key(String(data['questionId']), Number(data['revision'])), content?.value]),
  );
  const missed = [...acknowledged].flatMap(([questionId, newest]) =>
    Array.from({ length: newest }, (_, i) => key(questionId, i + 1)).filter(
      (name) => !isDeepStrictEqual(saved.get(name), sent.get(name)),
    ),
  );
  return [...problems, ...missed.map((name) => `${name} is not in the journal`)].map(
    (text) => `${attempt.attemptId}: ${text}`,
  );
}

/** Returns a function that kills the portal with `kill -9` and starts it again. */
export function killPortal({ portal }: ExamSetup): () => Promise<void> {
  return async () => {
    await portal.kill();
    await portal.start();
  };
}

/**
 * Returns a function that kills PostgreSQL: in turn its main process, a backend, or all processes. The portal restarts
 * it.
 */
export function killDatabase({ folder }: ExamSetup): (n: number) => Promise<void> {
  return async (n) => {
    const cluster = clusterOf(folder);
    const { pid } = await until(() => readPostmaster(cluster), { what: 'PostgreSQL runs', timeout: 30_000, every: 20 });
    const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const serving = children
      .filter((line) => /zhixing .*(127\.0\.0\.1|\[local\])/.test(line))
      .map((line) => Number(line.trim().split(' ')[0]));
    const everyone = [pid, ...children.map((line) => Number(line.trim().split(' ')[0]))];
    const victims = [[pid], serving.slice(0, 1), everyone][n % 3]!;
    for (const victim of victims.length ? victims : [pid]) {
      try {
        process.kill(victim, 'SIGKILL');
      } catch {
        // It ended between listing and kill.
      }
    }
  };
}
