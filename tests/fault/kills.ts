import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterOf } from '#src/server/embedded-postgres/folder.ts';
import { readPostmaster } from '#src/server/embedded-postgres/postmaster.ts';
import { callRemote } from '../factories/remote.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { answerTo, type Attempt, type Entry, type Hall, sitDown, viewAttempt } from './hall.ts';

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
  /** Everything that was ever sent, by question and revision. */
  sent: Map<string, Entry['answer']>;
  /** Highest acknowledged revision by question. */
  acknowledged: Map<string, number>;
};

const key = (questionId: string, revision: number) => `${questionId} ${revision}`;

/**
 * Kills something again and again while people save answers, and after each return reads every attempt back.
 * @param strike kills it, and brings back what does not come back by itself
 */
export async function killDuringSaves(
  hall: Hall,
  { kills, random, strike }: { kills: number; random: () => number; strike: (n: number) => Promise<void> },
): Promise<KillReport> {
  const seats: Seat[] = [];
  for (const person of hall.people)
    seats.push({ person, attempt: await sitDown(hall, person), sent: new Map(), acknowledged: new Map() });
  const report: KillReport = { kills: 0, acknowledged: 0, unanswered: 0, lost: [], slowestReturn: 0 };

  let writing = true;
  const writers = seats.map((seat) => write(hall, seat, () => writing, report));
  try {
    for (let n = 0; n < kills; n++) {
      await sleep(60 + random() * 240);
      const struck = performance.now();
      await strike(n);
      report.kills += 1;
      const before = report.acknowledged;
      await until(() => report.acknowledged > before + seats.length, 60_000, 'saves go on after a kill');
      report.slowestReturn = Math.max(report.slowestReturn, performance.now() - struck);
      for (const seat of seats) report.lost.push(...(await missing(hall, seat)));
    }
  } finally {
    writing = false;
    await Promise.all(writers);
  }
  for (const seat of seats) report.lost.push(...(await missing(hall, seat)));
  for (const seat of seats) report.lost.push(...(await missingFromResult(hall, seat)));
  report.lost = [...new Set(report.lost)];
  return report;
}

/** One person: an answer after the other, each sent again until it is acknowledged. */
async function write(
  hall: Hall,
  { person, attempt, sent, acknowledged }: Seat,
  goOn: () => boolean,
  report: KillReport,
): Promise<void> {
  for (let n = 0; goOn(); n++) {
    const question = attempt.questions[n % attempt.questions.length]!;
    const { questionId } = question;
    const revision = Math.floor(n / attempt.questions.length) + 1;
    const entry: Entry = { questionId, epoch: attempt.epoch, revision, answer: answerTo(question, n) };
    sent.set(key(questionId, revision), entry.answer);
    while (goOn()) {
      const reply = await callRemote(hall.portal.port, person, 'POST /exam/auth/user/exam/answer/save', {
        attemptId: attempt.attemptId,
        epoch: attempt.epoch,
        answers: [entry],
      }).catch(() => null);
      const ack = reply?.code === 200 ? reply.data.acks.find((each) => each.questionId === questionId) : undefined;
      if (ack?.state === 'saved' && ack.revision >= revision) {
        acknowledged.set(questionId, revision);
        report.acknowledged += 1;
        break;
      }
      if (reply && reply.code !== 503 && reply.code !== 500) throw new Error(`save: ${JSON.stringify(reply)}`);
      report.unanswered += 1;
      await sleep(25);
    }
  }
}

/** Acknowledged answers that are not there any more, or not what was sent. */
async function missing({ portal }: Hall, { person, attempt, sent, acknowledged }: Seat): Promise<string[]> {
  // First what was acknowledged, then the reading: later saves may only add to it.
  const promised = [...acknowledged];
  const { answers } = await retryOnBusy(() => viewAttempt(portal, person, attempt.attemptId));
  return promised.flatMap(([questionId, revision]) => {
    const found = answers.find((each) => each.questionId === questionId);
    const name = `${attempt.attemptId} ${questionId} revision ${revision}`;
    if (!found) return [`${name}: gone`];
    if (found.revision < revision) return [`${name}: back at revision ${found.revision}`];
    return isDeepStrictEqual(found.answer, sent.get(key(questionId, found.revision)))
      ? []
      : [`${name}: another answer`];
  });
}

/** Hands the attempt in, and looks for what was acknowledged in what was handed in. */
async function missingFromResult({ portal }: Hall, { person, attempt, sent, acknowledged }: Seat): Promise<string[]> {
  const { attemptId, epoch } = attempt;
  const submitted = await callRemote(portal.port, person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch });
  if (submitted.code !== 200) return [`${attemptId}: submit answered ${submitted.code}`];
  const { data } = await callRemote(portal.port, person, 'GET /exam/auth/user/exam/result/view', { attemptId });
  return [...acknowledged].flatMap(([questionId, revision]) => {
    const mine = data.questions.find((each) => each.questionId === questionId)?.mine;
    // What was sent but never acknowledged may have been kept too: it is one later at most.
    const possible = [revision, revision + 1].map((each) => sent.get(key(questionId, each)));
    const found = possible.some((each) => isDeepStrictEqual(each, mine));
    return found ? [] : [`${attemptId} ${questionId} revision ${revision}: not handed in`];
  });
}

/** `kill -9` of the portal, and a new start of it. */
export function strikePortal({ portal }: Hall): () => Promise<void> {
  return async () => {
    await portal.kill();
    await portal.start();
  };
}

/** `kill -9` of PostgreSQL: its main process, or one that serves the portal, or all at once. The portal brings it back. */
export function strikeDatabase({ folder }: Hall): (n: number) => Promise<void> {
  return async (n) => {
    const cluster = clusterOf(folder);
    await until(() => readPostmaster(cluster) !== undefined, 30_000, 'PostgreSQL runs');
    const { pid } = readPostmaster(cluster)!;
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
        // It ended between the listing and the kill: of those that die together that is what we want.
      }
    }
  };
}

async function retryOnBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(100);
    }
  }
}

export async function until(condition: () => boolean, patience: number, what: string): Promise<void> {
  for (const end = performance.now() + patience; !condition(); await sleep(20)) {
    if (performance.now() > end) throw new Error(`Waited ${patience / 1000} s in vain until ${what}.`);
  }
}
