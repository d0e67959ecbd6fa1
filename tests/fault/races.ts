import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { examAnswer, examAttempt } from '#src/server/core/db/schema/exam.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { callRemote } from '../factories/remote.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { answerTo, type Entry, type Hall, sitDown } from './hall.ts';

export type RaceReport = { races: number; savedBefore: number; cameLater: number; divergent: string[] };

/** Saves sent around a submit; how many of them race it. */
const SAVES = 6;

/**
 * Lets saves race the submit of their own attempt, many times. An attempt diverges when an answer was acknowledged as
 * saved and is not in what was handed in, or when the answers that count differ from the snapshot that the receipt covers.
 */
export async function raceSavesAndSubmit(
  hall: Hall,
  { races, random }: { races: number; random: () => number },
): Promise<RaceReport> {
  const report: RaceReport = { races: 0, savedBefore: 0, cameLater: 0, divergent: [] };
  let next = 0;
  await Promise.all(
    hall.people.map(async (person) => {
      while (next < races) {
        next += 1;
        await race(hall, person, random, report);
        report.races += 1;
      }
    }),
  );
  return report;
}

async function race(hall: Hall, person: TestPerson, random: () => number, report: RaceReport): Promise<void> {
  const { port } = hall.portal;
  const { attemptId, epoch, questions } = await sitDown(hall, person);
  const entries: Entry[] = questions
    .slice(0, SAVES)
    .map((question, n) => ({ questionId: question.questionId, epoch, revision: 1, answer: answerTo(question, n + 1) }));
  const save = async (entry: Entry) => {
    await sleep(random() * 20);
    return callRemote(port, person, 'POST /exam/auth/user/exam/answer/save', { attemptId, epoch, answers: [entry] });
  };
  const submit = async () => {
    await sleep(5 + random() * 25);
    return callRemote(port, person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch, answers: [] });
  };
  const [submitted, ...saved] = await Promise.all([submit(), ...entries.map(save)]);
  if (submitted.code !== 200) throw new Error(`submit: ${JSON.stringify(submitted)}`);

  const { tenant } = hall;
  const [attempt, rows] = await withTenant(tenant.id, async (db) => [
    (
      await db
        .select()
        .from(examAttempt)
        .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId)))
    )[0]!,
    await db
      .select()
      .from(examAnswer)
      .where(and(eq(examAnswer.enterpriseId, tenant.id), eq(examAnswer.attemptId, attemptId))),
  ]);
  const snapshot = attempt.submittedAnswers ?? {};
  const wrong: string[] = [];
  entries.forEach((entry, n) => {
    const reply = saved[n]!;
    const state =
      reply.code === 200 ? reply.data.acks.find(({ questionId }) => questionId === entry.questionId)?.state : undefined;
    if (state === 'saved') report.savedBefore += 1;
    else report.cameLater += 1;
    if (state === 'saved' && !isDeepStrictEqual(snapshot[entry.questionId], entry.answer))
      wrong.push(`${entry.questionId} was acknowledged but not handed in`);
    if (state !== 'saved' && entry.questionId in snapshot && rows.every((row) => row.questionId !== entry.questionId))
      wrong.push(`${entry.questionId} was handed in but not kept`);
  });
  const counted = Object.fromEntries(rows.map((row) => [row.questionId, row.answer]));
  if (!isDeepStrictEqual(counted, snapshot))
    wrong.push(`counted ${Object.keys(counted).length} answers, handed in ${Object.keys(snapshot).length}`);
  if (submitted.data.receipt.answerCount !== Object.keys(snapshot).length)
    wrong.push(`the receipt says ${submitted.data.receipt.answerCount} answers`);
  if (wrong.length) report.divergent.push(`${attemptId}: ${wrong.join('; ')}`);
}
