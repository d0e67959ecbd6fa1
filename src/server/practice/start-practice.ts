import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { chooseQuestions } from '#src/server/exam/choose-questions.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { seededRandom, shuffle } from '#src/lib/shuffle.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { practiceRun } from './tables.ts';
import { question } from '#src/server/question/tables.ts';
import { requireOpen } from '#src/server/course/study-state.ts';
import { composePaper, type Drawn } from '#src/server/exam/compose-paper.ts';
import { courseBlock } from '#src/server/exam/course-block.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { readParts, readQuestions } from '#src/server/exam/draw-paper.ts';
import { isAudience } from '#src/server/exam/progress.ts';
import { readKnown, readPool } from './open-banks.ts';
import { findMistakes, readFrozen } from './page-mistakes.ts';
import { pickQuestions } from './pick-questions.ts';
import { readRevealable } from './read-run.ts';
import { practiceUser } from './practice-user.ts';

type Start = OperationInput<'POST /exam/auth/user/practice/start'>;
type Of<K extends Start['kind']> = Extract<Start, { kind: K }>;

/** Unfinished practices of one user: each stores its questions. */
const MAX_UNFINISHED = 50;
/** Practices that one user can start within 24 hours: finished ones keep their questions, too. */
export const MAX_A_DAY = 200;
/** Mistakes practised at once unless they are chosen. */
const MISTAKES_AT_ONCE = 30;
const SHUFFLED = { shuffleQuestions: true, shuffleOptions: true };

/**
 * Starts a practice. Questions that an exam withholds from the user are left out.
 * @throws AppError 403 when a mock exam belongs to a course that is not open to the viewer; 404 for a bank or exam that is not
 * open for practice; 409 when no question is left, or too many practices are unfinished; 429 after `MAX_A_DAY`
 */
export async function startPractice(ctx: Context, input: Start) {
  const { db, tenant, viewer, now } = ctx;
  const own = { enterpriseId: tenant.id, userId: viewer.userId };
  const ofUser = and(eq(practiceRun.enterpriseId, own.enterpriseId), eq(practiceRun.userId, own.userId));
  // Starts of one user are counted one after the other.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`practice-start ${own.userId}`}, 0))`);
  const since = new Date(now().getTime() - 86_400_000);
  if ((await db.$count(practiceRun, and(ofUser, gt(practiceRun.startedAt, since)))) >= MAX_A_DAY)
    throw new AppError(429, 'practiceTooOften', { params: { count: MAX_A_DAY } });
  const unfinished = await db.$count(practiceRun, and(ofUser, isNull(practiceRun.finishedAt)));
  if (unfinished >= MAX_UNFINISHED) throw new AppError(409, 'practiceTooMany', { params: { count: MAX_UNFINISHED } });
  const random = seededRandom(randomUUID());
  const paper =
    input.kind === 'bank'
      ? await ofBank(ctx, input, random)
      : input.kind === 'exam'
        ? await ofExam(ctx, input, random)
        : await ofMistakes(ctx, input, random);
  if (paper.length === 0) throw new AppError(409, 'practiceEmpty');
  const [run] = await db
    .insert(practiceRun)
    .values({
      ...{ ...own, kind: input.kind, paper, questionCount: paper.length, startedAt: now() },
      bankId: input.kind === 'bank' ? input.bankId : null,
      examId: input.kind === 'exam' ? input.examId : null,
    })
    .returning({ id: practiceRun.id });
  return { id: run!.id, questionCount: paper.length };
}

async function ofBank(ctx: Context, input: Of<'bank'>, random: () => number): Promise<PaperQuestion[]> {
  const who = practiceUser(ctx);
  const { title, pool } = await readPool(ctx.db, who, input.bankId);
  return current(ctx, title, pickQuestions(pool, input, await readKnown(ctx.db, who), random), random);
}

/** A paper by the rules of the exam, with fewer questions if some cannot be practised now. */
async function ofExam(ctx: Context, { examId }: Of<'exam'>, random: () => number): Promise<PaperQuestion[]> {
  const { db } = ctx;
  const who = practiceUser(ctx);
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, who.enterpriseId), eq(exam.id, examId), exam.practice));
  if (!rules || !(await isAudience(db, { ...who, examId }))) throw notFound();
  const block = await courseBlock(db, who, rules, ctx.now());
  if (block) requireOpen(block);
  const drawn = await readParts(db, rules);
  const ids = [...new Set(drawn.flatMap(({ bank }) => bank.map(({ id }) => id)))];
  const revealable = await readRevealable(db, who, 'exam', ids);
  const open: Drawn[] = drawn.map(({ part: _, ...each }) => ({
    ...each,
    bank: each.bank.filter(({ id }) => revealable.has(id)),
  }));
  const { lacks } = chooseQuestions(
    open.map(({ section, bank }) => ({ count: section.count, pool: bank })),
    random,
  );
  const filled = open
    .map((each, i) => ({ ...each, section: { ...each.section, count: each.section.count - lacks[i]! } }))
    .filter(({ section }) => section.count > 0);
  return filled.length === 0 ? [] : composePaper(filled, rules, random);
}

/**
 * Mistakes in the current version of their question, if their bank is open; else as they were in the exam, because nothing but
 * what its review shows may be seen.
 */
async function ofMistakes(ctx: Context, input: Of<'mistakes'>, random: () => number): Promise<PaperQuestion[]> {
  const limit = input.questionIds?.length ?? MISTAKES_AT_ONCE;
  const found = await findMistakes(ctx, { ...input, archived: false }, { limit, offset: 0 });
  const ids = found.map(({ questionId }) => questionId);
  const open = await readRevealable(ctx.db, practiceUser(ctx), 'bank', ids);
  const titled = new Map<string, string[]>();
  for (const { questionId, bankTitle } of found)
    if (open.has(questionId)) titled.set(bankTitle, [...(titled.get(bankTitle) ?? []), questionId]);
  const paper: PaperQuestion[] = [];
  for (const [title, some] of titled) paper.push(...(await current(ctx, title, some, random)));
  const frozen = await readFrozen(
    ctx,
    found.filter(({ questionId }) => !open.has(questionId)),
  );
  return shuffle([...paper, ...frozen.map(({ question }) => question)], random).slice(0, MAX_ITEMS.practiceQuestions);
}

/** Composes a paper of the current versions of questions. */
async function current({ db, tenant }: Context, title: string, ids: string[], random: () => number) {
  if (ids.length === 0) return [];
  const { lang } = await readEnterprise(db, tenant.id);
  const bank = await readQuestions(
    db,
    lang,
    and(eq(question.enterpriseId, tenant.id), inArray(question.id, ids), sql`${question.published}`),
  );
  if (bank.length === 0) return [];
  return composePaper([{ section: { title, count: bank.length, scoreEach: '1' }, bank }], SHUFFLED, random);
}
