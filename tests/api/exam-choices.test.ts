import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { examAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examChoice } from '#src/server/exam/tables/choice.ts';
import { questionVersion } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, setDeadline, type TestExam } from '../factories/exam.ts';
import { journalOf, disputeFileOf } from '../factories/journal.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What a candidate keeps beside the answers, and the language of each answer (decision 065). */

const START = 'POST /exam/auth/user/exam/start';
const TAKE = 'POST /exam/auth/user/exam/attempt/take-over';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const CHOICES = 'POST /exam/auth/user/exam/choices/save';
const NONE = { layout: 'one' as const, lang: null, langs: {}, struck: {}, notes: {}, pad: '' };

let tenant: TestTenant;
let exam: TestExam;
/** Questions with a Chinese and an English text. */
let bilingual: { single: string; short: string };

beforeAll(async () => {
  tenant = await mintTenant();
  exam = await mintExam(tenant, { reviewPolicy: 'never' });
  bilingual = { single: exam.ids.single[0]!, short: exam.ids.short[0]! };
  await withTenant(tenant.id, async (db) => {
    for (const questionId of Object.values(bilingual)) {
      const own = and(eq(questionVersion.enterpriseId, tenant.id), eq(questionVersion.questionId, questionId));
      const [{ texts }] = (await db.select({ texts: questionVersion.texts }).from(questionVersion).where(own)) as [
        { texts: typeof questionVersion.$inferSelect.texts },
      ];
      const options = texts.zh!.options.map(({ key }) => ({ key, text: `Option ${key}` }));
      const en = { stem: 'In English', options, analysis: null };
      await db
        .update(questionVersion)
        .set({ texts: { ...texts, en } })
        .where(own);
    }
  });
});

async function startAttempt() {
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  return { who, attemptId };
}
const entry = (questionId: string, answer: unknown, lang?: string) => ({
  ...{ questionId, epoch: 1, revision: 1, answer },
  ...(lang !== undefined && { lang }),
});
const storedLangs = async (attemptId: string) =>
  withTenant(tenant.id, async (db) => {
    const rows = await db.select().from(examAnswer).where(eq(examAnswer.attemptId, attemptId));
    return Object.fromEntries(rows.map(({ questionId, lang }) => [questionId, lang]));
  });
const storedChoices = (attemptId: string) =>
  withTenant(tenant.id, (db) => db.select().from(examChoice).where(eq(examChoice.attemptId, attemptId)));

describe('the language of an answer', () => {
  it('is stored with it, in the journal and in the pack, and shown to candidate and marker', async () => {
    const { who, attemptId } = await startAttempt();
    const { single, short } = bilingual;
    const judge = exam.ids.judge[0]!;
    const answers = [entry(single, 'A', 'zh'), entry(short, 'Because of the load', 'en'), entry(judge, true)];
    await ok(who, SAVE, { attemptId, epoch: 1, answers });
    // The only language of a question is known without the client.
    expect(await storedLangs(attemptId)).toEqual({ [single]: 'zh', [short]: 'en', [judge]: 'zh' });
    const taken = await ok(who, TAKE, { attemptId });
    expect(Object.fromEntries(taken.answers.map(({ questionId, lang }) => [questionId, lang]))).toEqual(
      await storedLangs(attemptId),
    );
    // Answered again in the other language.
    const again = { ...entry(single, 'B', 'en'), epoch: 2 };
    await ok(who, SUBMIT, { attemptId, epoch: 2, answers: [again] });
    expect(await storedLangs(attemptId)).toMatchObject({ [single]: 'en' });
    const { rows, problems } = await journalOf(tenant, attemptId);
    expect(problems).toEqual([]);
    const said = rows.filter(({ kind }) => kind === 'answer').map(({ data }) => [data['questionId'], data['lang']]);
    expect(said).toEqual([
      [single, 'zh'],
      [short, 'en'],
      [judge, 'zh'],
      [single, 'en'],
    ]);

    const { questions } = await ok(who, 'GET /exam/auth/user/exam/result/view', { attemptId });
    const mine = new Map(questions.map((question) => [question.questionId, question.mineLang]));
    expect([single, short, judge].map((id) => mine.get(id))).toEqual(['en', 'en', null]);
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const marking = await ok(lecturer, 'GET /exam/auth/exam/marking/view', { attemptId });
    expect(marking.questions.list).toMatchObject([{ questionId: short, answerLang: 'en' }]);
    const held = await ok(lecturer, 'POST /exam/auth/exam/marking/answer/open', { examId: exam.id });
    expect(held.answer).toMatchObject({ attemptId, answerLang: 'en' });
    expect(await disputeFileOf(who, attemptId)).toContain('以英文作答');
  });

  it('is one that the question has: another is refused, and the other answers count', async () => {
    const { who, attemptId } = await startAttempt();
    const [judge, other] = exam.ids.judge as [string, string];
    const answers = [entry(judge, true, 'en'), entry(other, false, 'zh'), entry(bilingual.single, 'A', 'fr')];
    const reply = await ok(who, SAVE, { attemptId, epoch: 1, answers });
    expect(reply.rejected.map(({ questionId, reason }) => [questionId, reason])).toEqual([
      [judge, 'invalid'],
      [bilingual.single, 'invalid'],
    ]);
    expect(await storedLangs(attemptId)).toEqual({ [other]: 'zh' });
  });
});

describe('strike-outs, notes and the scratch pad', () => {
  const save = (who: TestPerson, attemptId: string, revision: number, choices: object, epoch = 1) =>
    ok(who, CHOICES, { attemptId, epoch, revision, choices: { ...NONE, ...choices } });

  it('are stored with the attempt and given to the next device; what is not on the paper is left out', async () => {
    const { who, attemptId } = await startAttempt();
    const { single, short } = bilingual;
    const [judge] = exam.ids.judge as [string];
    expect((await ok(who, TAKE, { attemptId })).choices).toBeNull();
    const choices = {
      ...{ layout: 'all', lang: 'en', pad: 'P\0 = UI \ud800' },
      langs: { [single]: 'en', [judge]: 'en', [randomUUID()]: 'zh' },
      struck: { [single]: ['D', 'A', 'Z'], [judge]: ['true'], [short]: ['A'] },
      notes: { [short]: 'Think again', [single]: '', [randomUUID()]: 'lost' },
    };
    expect(await save(who, attemptId, 3, choices, 2)).toEqual({ state: 'saved' });
    const { choices: kept } = await ok(who, TAKE, { attemptId });
    expect(kept).toEqual({
      ...{ epoch: 2, revision: 3 },
      choices: {
        ...{ layout: 'all', lang: 'en', pad: 'P = UI \ufffd' },
        langs: { [single]: 'en' },
        struck: { [single]: ['A', 'D'], [judge]: ['true'] },
        notes: { [short]: 'Think again' },
      },
    });
    // None of it is an answer.
    expect(await storedLangs(attemptId)).toEqual({});
  });

  it('follow the newest revision of the current writer', async () => {
    const { who, attemptId } = await startAttempt();
    await save(who, attemptId, 5, { pad: 'newest' });
    expect(await save(who, attemptId, 4, { pad: 'arrives late' })).toEqual({ state: 'saved' });
    expect(await storedChoices(attemptId)).toMatchObject([{ revision: 5, choices: { pad: 'newest' } }]);
    await ok(who, TAKE, { attemptId });
    expect(await save(who, attemptId, 9, { pad: 'old window' }, 1)).toEqual({ state: 'superseded' });
    expect(await save(who, attemptId, 1, { pad: 'new window' }, 2)).toEqual({ state: 'saved' });
    expect(await storedChoices(attemptId)).toMatchObject([{ epoch: 2, revision: 1, choices: { pad: 'new window' } }]);
    await ok(who, SUBMIT, { attemptId, epoch: 2 });
    expect(await save(who, attemptId, 2, { pad: 'after the end' }, 2)).toEqual({ state: 'closed' });
    expect(await storedChoices(attemptId)).toMatchObject([{ choices: { pad: 'new window' } }]);
  });

  it('are private: of another person’s attempt refused, and neither marker nor pack has them', async () => {
    const { who, attemptId } = await startAttempt();
    const secret = `secret-${randomUUID()}`;
    const input = { attemptId, epoch: 1, revision: 1, choices: { ...NONE, pad: secret } };
    expect(await call(await mintPerson(tenant), CHOICES, input)).toMatchObject({ code: 404 });
    expect(await storedChoices(attemptId)).toEqual([]);
    await ok(who, CHOICES, { ...input, choices: { ...input.choices, notes: { [bilingual.short]: secret } } });
    const answers = [entry(bilingual.short, 'An answer', 'en')];
    await ok(who, SUBMIT, { attemptId, epoch: 1, answers });
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const seen = [
      await ok(lecturer, 'GET /exam/auth/exam/marking/view', { attemptId }),
      await ok(lecturer, 'POST /exam/auth/exam/marking/answer/open', { examId: exam.id }),
      await disputeFileOf(lecturer, attemptId),
      await disputeFileOf(who, attemptId),
    ];
    expect(JSON.stringify(seen)).toContain('An answer');
    expect(JSON.stringify(seen)).not.toContain(secret);
  });

  it('have a limit', async () => {
    const { who, attemptId } = await startAttempt();
    const notes = (length: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, () => [randomUUID(), 'n'.repeat(length)]));
    const refused = (choices: object) =>
      call(who, CHOICES, { attemptId, epoch: 1, revision: 1, choices: { ...NONE, ...choices } });
    expect(await refused({ notes: notes(2_001, 1) })).toMatchObject({ code: 422 });
    expect(await refused({ pad: 'p'.repeat(10_001) })).toMatchObject({ code: 422 });
    expect(await refused({ notes: notes(2_000, 25), pad: 'p' })).toMatchObject({ code: 422 });
    expect(
      await refused({ langs: Object.fromEntries(Array.from({ length: 1_001 }, () => [randomUUID(), 'zh'])) }),
    ).toMatchObject({ code: 422 });
    expect(await refused({ layout: 'three' })).toMatchObject({ code: 422 });
    expect(await storedChoices(attemptId)).toEqual([]);
    expect(await refused({ pad: 'p'.repeat(10_000) })).toMatchObject({ code: 200, data: { state: 'saved' } });
  });
});

describe('sections with a time of their own', () => {
  it('are closed at their end for answers, while the others can be answered', async () => {
    const { who, attemptId } = await startAttempt();
    const ends = { over: new Date(Date.now() - 60_000).toISOString(), later: null };
    await setDeadline(tenant, attemptId, 600);
    await withTenant(tenant.id, async (db) => {
      const own = and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId));
      const [{ paper }] = (await db.select({ paper: examAttempt.paper }).from(examAttempt).where(own)) as [
        { paper: typeof examAttempt.$inferSelect.paper },
      ];
      const parts = paper.map((question) => ({ ...question, part: question.type === 'single' ? 0 : 1 }));
      await db
        .update(examAttempt)
        .set({ paper: parts, sectionEnds: [ends.over, ends.later] })
        .where(own);
    });
    const answers = [entry(bilingual.single, 'A', 'zh'), entry(exam.ids.judge[0]!, true)];
    const { acks } = await ok(who, SAVE, { attemptId, epoch: 1, answers });
    expect(acks.map(({ state }) => state)).toEqual(['late', 'saved']);
    const view = await ok(who, 'GET /exam/auth/user/exam/attempt/view', { attemptId });
    expect(view.questions.find(({ questionId }) => questionId === bilingual.single)!.endsAt).toBe(ends.over);
  });
});
