import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { dayOf } from '#src/lib/dates.ts';
import { type BulkAction, startBulk } from '#src/server/bulk/start-bulk.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { refreshStates } from './reconcile.ts';
import { checkPerson, chosenPeople, findPublished } from './chosen-people.ts';
import { lockChangeable } from './save-requirement.ts';
import { remind } from './reminder/by-hand.ts';
import { requirementExemption, requirementExtension } from './tables/assignment.ts';
import { requirement, requirementPerson } from './tables/requirement.ts';

type Input = { requirementId: string; reason: string; on: string | null };
type Change = 'exempt' | 'extend' | 'assign' | 'remind';

const ACTIONS = {
  exempt: { name: 'requirementExempt', apply: exempt },
  extend: { name: 'requirementExtend', apply: extend },
  assign: { name: 'requirementAssign', apply: assign },
  remind: { name: 'requirementRemind', apply: remind },
} satisfies Record<Change, BulkAction>;
/** What is done with several people of the matrix. */
export const REQUIREMENT_CHANGES: readonly BulkAction[] = Object.values(ACTIONS);

/** The list in which they are begun. */
const LIST = '/admin/matrix';

/**
 * Begins to change several people of the matrix.
 * @throws AppError 404 for a requirement or person that does not exist or whom the viewer may not see; 409 `listChanged` when the filter
 *   finds another number than the user saw; 422 for a day in the past
 */
export async function changePeople(ctx: Context, input: OperationInput<'POST /course/auth/requirement/bulk/save'>) {
  const { db, tenant, now } = ctx;
  const { kind, requirementId, on, reason } = input;
  const stored = await findPublished(ctx, requirementId);
  if (kind === 'assign') await lockChangeable(ctx, requirementId);
  if (on !== undefined && on < dayOf(now(), tenant.timeZone))
    throw new AppError(422, 'invalid', { fields: [{ field: 'on', key: 'field.invalid' }] });
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select p.user_id as id, p.user_name as name ${await chosenPeople(ctx, input)} order by p.user_id`);
  return startBulk(ctx, ACTIONS[kind], {
    list: LIST,
    rows: rows.map(({ id, name }) => ({ id, name: `${name} · ${stored.title}` })),
    input: { requirementId, reason, on: on ?? null },
  });
}

/** Exempts somebody until the end of a day, or without end; instead of an exemption that is valid. */
async function exempt(ctx: Context, userId: string, { requirementId, reason, on }: Input) {
  const { db, tenant, viewer, now } = ctx;
  await checkPerson(ctx, userId, requirementId, true);
  const key = { enterpriseId: tenant.id, requirementId, userId };
  await db.update(requirementExemption).set({ endedAt: now() }).where(isExempt(key));
  await db
    .insert(requirementExemption)
    .values({ ...key, reason, untilOn: on, createdBy: viewer.userId, gmtCreate: now() });
  await changed(ctx, { action: 'requirement.exempt' }, { requirementId, userId, reason, until: on });
}

const isExempt = ({
  enterpriseId,
  requirementId,
  userId,
}: {
  enterpriseId: string;
  requirementId: string;
  userId: string;
}) =>
  and(
    eq(requirementExemption.enterpriseId, enterpriseId),
    eq(requirementExemption.requirementId, requirementId),
    eq(requirementExemption.userId, userId),
    isNull(requirementExemption.endedAt),
  );

/** Gives somebody time until the end of a day. */
async function extend(ctx: Context, userId: string, { requirementId, reason, on }: Input) {
  const { db, tenant, viewer, now } = ctx;
  await checkPerson(ctx, userId, requirementId, true);
  await db.insert(requirementExtension).values({
    ...{ enterpriseId: tenant.id, requirementId, userId, reason, dueOn: on! },
    ...{ createdBy: viewer.userId, gmtCreate: now() },
  });
  await changed(ctx, { action: 'requirement.extend' }, { requirementId, userId, reason, dueOn: on });
}

/** Names somebody in the requirement. */
async function assign(ctx: Context, userId: string, { requirementId }: Input) {
  const { db, tenant } = ctx;
  await lockChangeable(ctx, requirementId);
  await checkPerson(ctx, userId, requirementId, false);
  await db
    .insert(requirementPerson)
    .values({ enterpriseId: tenant.id, requirementId, userId, excluded: false })
    .onConflictDoUpdate({
      target: [requirementPerson.enterpriseId, requirementPerson.requirementId, requirementPerson.userId],
      set: { excluded: false },
    });
  await db
    .update(requirement)
    .set({ stale: 'rule', revision: sql`${requirement.revision} + 1` })
    .where(and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, requirementId)));
  await audit(db, ctx, 'requirement.assign', { id: requirementId, userId }, { about: [requirementId, userId] });
  await sendJob(db, 'reconcile-requirements', { enterpriseId: tenant.id });
}

/** Ends an exemption before its last day. @throws AppError 404 */
export async function endExemption(
  ctx: Context,
  { id, reason }: OperationInput<'POST /course/auth/requirement/exemption/end'>,
) {
  const { db, tenant, now } = ctx;
  const own = and(eq(requirementExemption.enterpriseId, tenant.id), eq(requirementExemption.id, id));
  const [found] = await db.select().from(requirementExemption).where(own).for('update');
  if (!found) throw notFound();
  const { requirementId, userId, endedAt } = found;
  await checkPerson(ctx, userId, requirementId, false);
  if (endedAt) return null;
  await db.update(requirementExemption).set({ endedAt: now() }).where(own);
  await changed(ctx, { action: 'requirement.endExemption' }, { requirementId, userId, reason });
  return null;
}

async function changed(
  ctx: Context,
  { action }: { action: string },
  detail: { requirementId: string; userId: string } & Record<string, unknown>,
): Promise<void> {
  const { requirementId, userId } = detail;
  await audit(ctx.db, ctx, action, detail, { about: [requirementId, userId] });
  await refreshStates(ctx.db, ctx.tenant.id, ctx.now(), [requirementId], [userId]);
}
