import { and, asc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { FLOW_TYPES, type FlowType, WITH_LECTURER } from '#src/contract/rules/flow.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, type HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { approvalChain, approvalStep } from './tables.ts';

type Input = OperationInput<'PUT /user/auth/flow/chain/save'>;
type Row = { flowType: FlowType; approver: Input['steps'][number]['approver']; userId: string | null };

/** Lists the approval steps of new requests, by type, with the number of requests that keep theirs. */
export async function listChains({ db, tenant }: Context) {
  const enterpriseId = tenant.id;
  const own = await db.select().from(approvalChain).where(eq(approvalChain.enterpriseId, enterpriseId));
  const { rows: steps } = await db.execute<Row & { userName: string | null; isGone: boolean }>(sql`
    select s.flow_type as "flowType", s.approver, s.user_id as "userId", u.user_name as "userName",
           u.status is not null and u.status <> 'active' as "isGone"
    from approval_step s left join enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
    where s.enterprise_id = ${enterpriseId} order by s.flow_type, s.step`);
  const { rows: pending } = await db.execute<{ flowType: FlowType; count: number }>(sql`
    select flow_type as "flowType", count(*)::int as count from flow_instance
    where enterprise_id = ${enterpriseId} and state = 'pending' group by flow_type`);
  return FLOW_TYPES.map((flowType) => {
    const chain = own.find((each) => each.flowType === flowType);
    return {
      flowType,
      steps: steps.filter((each) => each.flowType === flowType),
      ...{ isOwn: chain !== undefined, revision: chain?.revision ?? 0, id: chain?.id ?? null },
      pendingCount: pending.find((each) => each.flowType === flowType)?.count ?? 0,
    };
  });
}

/**
 * Sets the approval steps of new requests of a type. Requests that are already made keep theirs.
 * @throws AppError 409 when somebody else has set them meanwhile; 422 at `steps.{n}.{field}` for a step that nobody could decide
 */
export async function saveChain(ctx: Context, { flowType, revision, steps }: Input) {
  const { db, tenant } = ctx;
  const enterpriseId = tenant.id;
  await requireValid(ctx, flowType, steps);
  const ofType = and(eq(approvalChain.enterpriseId, enterpriseId), eq(approvalChain.flowType, flowType));
  const [saved] =
    revision === 0
      ? await db
          .insert(approvalChain)
          .values({ enterpriseId, flowType, revision: 1, gmtModified: ctx.now() })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(approvalChain)
          .set({ revision: revision + 1, gmtModified: ctx.now() })
          .where(and(ofType, eq(approvalChain.revision, revision)))
          .returning();
  if (!saved) throw new AppError(409, 'contentChanged');
  const stored = and(eq(approvalStep.enterpriseId, enterpriseId), eq(approvalStep.flowType, flowType));
  const before = await db.select().from(approvalStep).where(stored).orderBy(asc(approvalStep.step));
  await db.delete(approvalStep).where(stored);
  const rows = steps.map((each, i) => ({ enterpriseId, flowType, step: i + 1, ...each }));
  if (rows.length > 0) await db.insert(approvalStep).values(rows);
  const said = (list: { approver: string }[]) => list.map(({ approver }) => approver).join(', ');
  const changes = [{ name: 'steps', before: said(before), after: said(steps) }];
  const people = steps.map(({ userId }) => userId);
  await audit(db, ctx, 'flow.chainSaved', { flowType, changes }, { about: [saved.id, ...people] });
  return { flowType, revision: saved.revision };
}

async function requireValid({ db, tenant }: Context, flowType: FlowType, steps: Input['steps']): Promise<void> {
  const named = steps.flatMap(({ userId }) => userId ?? []);
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_id as id from enterprise_user
    where enterprise_id = ${tenant.id} and status = 'active' and user_id = any (${sql.param(named)}::uuid[])`);
  const active = new Set(rows.map(({ id }) => id));
  const fields: { field: string; key: string }[] = [];
  for (const [i, { approver, userId }] of steps.entries()) {
    const wrong = (name: string, key: string) => fields.push({ field: `steps.${i}.${name}`, key });
    if ((approver === 'member') !== (userId !== null)) wrong('userId', 'field.select');
    else if (userId !== null && !active.has(userId)) wrong('userId', 'field.notFound');
    if (approver === 'lecturer' && !WITH_LECTURER.includes(flowType)) wrong('approver', 'field.noLecturer');
    // Nobody decides two steps of a request.
    const isTwice = steps.findIndex((each) => each.approver === approver && each.userId === userId) < i;
    if (isTwice && approver !== 'administrator') wrong('approver', 'field.stepTwice');
  }
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}

/** Administrators read who has set the steps. */
export const CHAIN_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, id) => {
    const one = and(eq(approvalChain.enterpriseId, tenant.id), eq(approvalChain.id, id));
    if (!viewer.isAdmin || (await db.$count(approvalChain, one)) === 0) throw notFound();
  },
};
