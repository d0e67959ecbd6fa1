import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceEvent } from '#src/server/core/db/changes.ts';
import { examAction } from './tables.ts';

type Done = {
  examId: string;
  kind: typeof examAction.$inferInsert.kind;
  /** The candidate; null: all who were sitting the exam. */
  userId: string | null;
  /** The message, or the reason. */
  body: string;
  seconds?: number;
  /** Attempts that were changed, and of these those that were closed before. */
  changed: number;
  reopened?: number;
  at: Date;
};

const AUDITED = {
  message: { action: 'invigilation.message.sent' },
  extension: { action: 'invigilation.time.added' },
  pause: { action: 'invigilation.paused' },
  resume: { action: 'invigilation.resumed' },
  submit: { action: 'invigilation.submitted' },
  void: { action: 'invigilation.voided' },
} as const;

/** Writes an action to the log of the control room and to the audit log, and tells everybody who looks on. @returns its id */
export async function recordAction(ctx: Context, { at, ...done }: Done): Promise<string> {
  const { db, tenant, viewer } = ctx;
  const enterpriseId = tenant.id;
  const [action] = await db
    .insert(examAction)
    .values({ ...done, enterpriseId, actedBy: viewer.userId, at })
    .returning({ id: examAction.id });
  const { kind, body, ...detail } = done;
  const reason = kind === 'message' ? {} : { reason: body };
  await audit(db, ctx, AUDITED[kind].action, { ...detail, ...reason }, { about: [done.examId, done.userId] });
  await announceEvent(db, { enterpriseId, sessionId: done.examId });
  return action!.id;
}

/** Nobody acts on an own attempt. @throws AppError 403 */
export function refuseOwn({ viewer }: Pick<Context, 'viewer'>, userId: string | null): void {
  if (userId === viewer.userId) throw new AppError(403, 'cannotControlOwn');
}
