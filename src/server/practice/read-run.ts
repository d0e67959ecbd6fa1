import { and, eq, sql } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { practiceRun } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { withheldFromPractice } from '#src/server/exam/withheld-questions.ts';
import { isOpenBank } from './is-open-bank.ts';
import { readMistaken } from './visible-mistakes.ts';
import { type PracticeUser, practiceUser } from './practice-user.ts';

export type Run = typeof practiceRun.$inferSelect;

const ownRun = ({ tenant, viewer }: Context, id: string) =>
  and(eq(practiceRun.enterpriseId, tenant.id), eq(practiceRun.id, id), eq(practiceRun.userId, viewer.userId));

/** @throws AppError 404 when it is not a practice of the viewer */
export async function readRun(ctx: Context, id: string): Promise<Run> {
  const [run] = await ctx.db.select().from(practiceRun).where(ownRun(ctx, id));
  if (!run) throw notFound();
  return run;
}

/** As {@link readRun}, and locks the practice: answers of several devices are checked one after the other. */
export async function lockRun(ctx: Context, id: string): Promise<Run> {
  const [run] = await ctx.db.select().from(practiceRun).where(ownRun(ctx, id)).for('update');
  if (!run) throw notFound();
  return run;
}

/**
 * Returns the questions of a practice whose right answer the user may see now: published, of a bank that is open to the user,
 * and not withheld by an exam. When mistakes are practised, also those that the book of mistakes shows anyway.
 * @returns ids among `questionIds`
 */
export async function readRevealable(
  db: TenantDb,
  who: PracticeUser,
  kind: Run['kind'],
  questionIds: string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select q.id from question q
    join question_bank b on b.enterprise_id = q.enterprise_id and b.id = q.bank_id
    where q.enterprise_id = ${who.enterpriseId} and q.id = any(${sql.param(questionIds)}::uuid[]) and q.published
      and ${isOpenBank(who.userId)}`);
  const withheld = await withheldFromPractice(db, { ...who, questionIds });
  const revealable = new Set(rows.map(({ id }) => id).filter((id) => !withheld.has(id)));
  if (kind === 'mistakes') for (const id of await readMistaken(db, who, questionIds)) revealable.add(id);
  return revealable;
}

/** @throws AppError 409 while the right answer of a question of a practice may not be shown */
export async function requireRevealable(ctx: Context, run: Run, questionId: string): Promise<void> {
  const revealable = await readRevealable(ctx.db, practiceUser(ctx), run.kind, [questionId]);
  if (!revealable.has(questionId)) throw new AppError(409, 'practiceWithheld');
}
