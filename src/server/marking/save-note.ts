import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { markingNote } from './tables.ts';
import { question } from '#src/server/question/tables.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';

/** Adds a note about a question for its other markers. @throws AppError 404; 409 for a question of decision 029 */
export async function saveNote(
  ctx: Context,
  { questionId, body }: OperationInput<'POST /exam/auth/exam/marking/note/save'>,
) {
  await requireMarkable(ctx, questionId);
  const { db, tenant, viewer } = ctx;
  const values = { enterpriseId: tenant.id, questionId, userId: viewer.userId, body, gmtCreate: ctx.now() };
  const [note] = await db.insert(markingNote).values(values).returning();
  return { ...note!, userName: viewer.userName };
}

/** @throws AppError 404 when there is no such short question here; 409 when it is withheld from the viewer */
export async function requireMarkable({ db, tenant, viewer, now }: Context, questionId: string): Promise<void> {
  const [found] = await db
    .select({ id: question.id })
    .from(question)
    .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, questionId), sql`${question.type} = 'short'`));
  if (!found) throw notFound();
  const who = { enterpriseId: tenant.id, userId: viewer.userId, now: now() };
  const withheld = await withheldFromMarker(db, { ...who, questionIds: [questionId] });
  if (withheld.size > 0) throw new AppError(409, 'markingWithheld');
}
