import { and, eq } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { appeal } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { viewInstance } from '#src/server/flow/view-instance.ts';
import { explained } from './explain.ts';

/**
 * Returns an appeal with its effect and what is known about the learner now.
 * @throws AppError 404 for everybody but the learner, the administrators and those who decide or decided it
 */
export async function viewAppeal(ctx: Context, { id }: { id: string }) {
  const { request, found } = await readAppeal(ctx, id);
  const { subjectType, outcome, hours, credits, reversedAt, reverseReason } = found;
  const { subjectId, applicantId } = request;
  const asLearner = { ...ctx, viewer: { ...ctx.viewer, userId: applicantId } };
  const facts = await explained(asLearner, { subjectType, subjectId }).catch(nullIfMissing);
  return {
    ...{ subjectType, subjectId, outcome, hours, credits, reversedAt, reverseReason },
    path: facts?.path ?? '/account',
    explained: facts,
    reversedByName: found.reversedBy ? await nameOf(ctx, found.reversedBy) : null,
    canReverse: canReverse(ctx, request, found),
  };
}

type Request = Awaited<ReturnType<typeof viewInstance>>;
type Appeal = typeof appeal.$inferSelect;

/** Reads an appeal with its request, as far as the viewer may see it. @throws AppError 404 */
export async function readAppeal(ctx: Context, id: string): Promise<{ request: Request; found: Appeal }> {
  const request = await viewInstance(ctx, { id });
  const [found] = await ctx.db
    .select()
    .from(appeal)
    .where(and(eq(appeal.enterpriseId, ctx.tenant.id), eq(appeal.instanceId, id)));
  if (!found) throw notFound();
  return { request, found };
}

/** Whether the viewer may reverse the acceptance: the lecturer, who decided it, and administrators, never the learner. */
export function mayReverse({ viewer }: Context, request: Request): boolean {
  if (viewer.userId === request.applicantId) return false;
  return viewer.isAdmin || viewer.userId === request.approverId || viewer.userId === request.decidedBy;
}

const canReverse = (ctx: Context, request: Request, { outcome, reversedAt }: Appeal) =>
  outcome !== null && reversedAt === null && mayReverse(ctx, request);

async function nameOf({ db, tenant }: Context, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  return found?.userName ?? null;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 404) return null;
  throw error;
}
