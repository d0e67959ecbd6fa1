import type { Context } from '#src/server/core/context.ts';
import { readNoticesOf } from '#src/server/notice/read-notice-of.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { readDeciders } from './may-decide.ts';

type Request = { id: string; title: string; step: number };

/** Source of the notice that a step of a request waits. */
const waitingSource = ({ id, step }: Pick<Request, 'id' | 'step'>) => `approval:${id}:${step}`;

/**
 * Tells those who decide the current step of a request that it waits: the approver, or everybody with the role. Without steps only the
 * lecturer of the course is told, whom else nothing reminds; administrators have the list.
 */
export async function tellDeciders(ctx: Context, request: Request): Promise<void> {
  const { db, tenant, now } = ctx;
  const { id, title } = request;
  const deciders = await readDeciders(db, { enterpriseId: tenant.id, id });
  await sendNotices(
    db,
    tenant.id,
    deciders.map(({ userId, applicantName }) => ({
      ...{ userId, kind: 'approvalWaiting' as const, detail: { title, userName: applicantName }, at: now() },
      ...{ path: `/account?change=6&id=${id}`, source: waitingSource(request) },
    })),
  );
}

/** Marks those notices as read for everybody, before the step is decided or the request withdrawn. */
export async function endWaiting(ctx: Context, request: Pick<Request, 'id' | 'step'>): Promise<void> {
  const { db, tenant, now } = ctx;
  const deciders = await readDeciders(db, { enterpriseId: tenant.id, id: request.id });
  const sources = [waitingSource(request)];
  await readNoticesOf(
    db,
    { enterpriseId: tenant.id, at: now() },
    deciders.map(({ userId }) => ({ userId, sources })),
  );
}
