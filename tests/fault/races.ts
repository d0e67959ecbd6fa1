import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { shuffle } from '#src/lib/shuffle.ts';
import { examAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { journalOf } from '../factories/journal.ts';
import { callRemote } from '../factories/remote.ts';
import type { TestPerson } from '../factories/tenant.ts';
import { answerTo, type Entry, type ExamSetup, startAttempt } from './exam-setup.ts';

export type RaceReport = { races: number; savedBefore: number; cameLater: number; divergent: string[] };

/** Number of saves that race each submit. */
const SAVES = 6;

/**
 * Races saves against the submit of their attempt. An attempt diverges if an answer was acknowledged as saved but is not in
 * the submission, or if the counted answers differ from the snapshot that the receipt covers.
 */
export async function raceSavesAndSubmit(
  setup: ExamSetup,
  { races, random }: { races: number; random: () => number },
): Promise<RaceReport> {
  const report: RaceReport = { races: 0, savedBefore: 0, cameLater: 0, divergent: [] };
  let next = 0;
  await Promise.all(
    setup.people.map(async (person) => {
      while (next < races) {
        next += 1;
        await race(setup, person, random, report);
        report.races += 1;
      }
    }),
  );
  return report;
}

async function race(setup: ExamSetup, person: TestPerson, random: () => number, report: RaceReport): Promise<void> {
  const { port } = setup.portal;
  const { attemptId, epoch, questions } = await startAttempt(setup, person);
  const entries: Entry[] = questions
    .slice(0, SAVES)
    .map((question, n) => ({ questionId: question.questionId, epoch, revision: 1, answer: answerTo(question, n + 1) }));
  // In random order, with a random concurrency of at least two.
  const limit = pLimit(2 + Math.floor(random() * SAVES));
  const send = {
    save: (entry: Entry) =>
      limit(() =>
        callRemote(port, person, 'POST /exam/auth/user/exam/answer/save', { attemptId, epoch, answers: [entry] }),
      ),
    submit: () =>
      limit(() => callRemote(port, person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch, answers: [] })),
  };
  const saving = new Map<Entry, ReturnType<typeof send.save>>();
  let submitting: ReturnType<typeof send.submit> | undefined;
  for (const entry of shuffle([...entries, null], random)) {
    if (entry) saving.set(entry, send.save(entry));
    else submitting = send.submit();
  }
  const submitted = await submitting!;
  const saved = await Promise.all(entries.map((entry) => saving.get(entry)!));
  if (submitted.code !== 200) throw new Error(`submit: ${JSON.stringify(submitted)}`);

  const { tenant } = setup;
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
      wrong.push(`${entry.questionId} was acknowledged but not submitted`);
    if (state !== 'saved' && entry.questionId in snapshot && rows.every((row) => row.questionId !== entry.questionId))
      wrong.push(`${entry.questionId} was submitted but not kept`);
  });
  const counted = Object.fromEntries(rows.map((row) => [row.questionId, row.answer]));
  if (!isDeepStrictEqual(counted, snapshot))
    wrong.push(`counted ${Object.keys(counted).length} answers, submitted ${Object.keys(snapshot).length}`);
  if (submitted.data.receipt.answerCount !== Object.keys(snapshot).length)
    wrong.push(`the receipt says ${submitted.data.receipt.answerCount} answers`);
  const journal = await journalOf(tenant, attemptId);
  wrong.push(...journal.problems);
  if (!isDeepStrictEqual(journal.answers, snapshot)) wrong.push('the journal has other answers than the submission');
  if (wrong.length) report.divergent.push(`${attemptId}: ${wrong.join('; ')}`);
}
