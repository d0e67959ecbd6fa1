import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { logout } from '#src/server/account/session/logout.ts';
import { readSessionEnd, setSessionEnd } from '#src/server/account/session/open-session.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { ownerOfBadge } from './badges.ts';
import { TERMINAL_COOKIE } from './device.ts';
import { checkPin } from './pins.ts';
import { terminal } from './tables.ts';

type Which = Pick<RequestContext, 'tenant' | 'cookies' | 'now'>;

/** How much longer than an attempt its session is valid: answers still count for 30 seconds, then the result is read. */
const AFTER_EXAM_SECONDS = 180;
/** Of a paused attempt nobody knows when it goes on. */
const PAUSE_SECONDS = 3_600;
/** A session is prolonged for an attempt when less than this is missing: not with each request. */
const STEP_MS = 30_000;

/**
 * Returns the viewer of a session at a terminal, without roles in the back office: they learn and sit exams there, and nothing else. Moves
 * the end of the session to the end of an open attempt.
 * @returns null when the browser is not that terminal, or the terminal was revoked or has another session
 */
export async function viewerAtTerminal(ctx: Which, viewer: Viewer): Promise<Viewer | null> {
  const token = ctx.cookies.get(TERMINAL_COOKIE);
  if (!token) return null;
  return withTenant(ctx.tenant.id, async (db) => {
    const [found] = await db
      .select({
        ...{ idleSeconds: terminal.idleSeconds, sessionMinutes: terminal.sessionMinutes },
        ...{ allowsStudy: terminal.allowsStudy, allowsExams: terminal.allowsExams },
        examUntil: examEnd(viewer.userId),
      })
      .from(terminal)
      .where(
        and(
          eq(terminal.enterpriseId, ctx.tenant.id),
          eq(terminal.sessionId, viewer.sessionId),
          eq(terminal.tokenHash, hashToken(token)),
        ),
      );
    if (!found) return null;
    const { examUntil, ...rights } = found;
    const ends = await readSessionEnd(db, viewer.sessionId);
    const until = examUntil && rights.allowsExams ? new Date(examUntil) : null;
    const isLonger = until !== null && until.getTime() - ends.getTime() > STEP_MS;
    if (isLonger) await setSessionEnd(db, viewer.sessionId, until);
    const endsAt = isLonger ? until : ends;
    return {
      ...viewer,
      ...{ isAdmin: false, userType: 1, grants: [] },
      atTerminal: { ...rights, endsAt, inExam: until !== null },
    };
  });
}

/** When the open attempts of a user end, with what comes after; null: there is none. */
const examEnd = (userId: string) => sql<string | null>`(
  select max(greatest(${examAttempt.deadlineAt},
                      case when ${examAttempt.pausedAt} is not null then now() + make_interval(secs => ${PAUSE_SECONDS}) end))
         + make_interval(secs => ${AFTER_EXAM_SECONDS})
  from ${examAttempt}
  where ${examAttempt.enterpriseId} = ${terminal.enterpriseId} and ${examAttempt.userId} = ${userId}
    and ${examAttempt.status} = 'open' and ${examAttempt.deadlineAt} > now() - make_interval(secs => ${AFTER_EXAM_SECONDS}))`;

/** @throws AppError 409 for a session that is at no terminal */
function requireTerminal({ viewer }: { viewer: Viewer }): NonNullable<Viewer['atTerminal']> {
  if (!viewer.atTerminal) throw new AppError(409, 'noTerminal');
  return viewer.atTerminal;
}

const shown = (now: Date, { endsAt, idleSeconds, inExam }: NonNullable<Viewer['atTerminal']>) => ({
  ...{ endsAt, idleSeconds, inExam, serverTime: now },
});

/** Returns when the session at this terminal ends. @throws AppError 409 for a session that is at no terminal */
export const viewTerminalSession = (ctx: Context) => shown(ctx.now(), requireTerminal(ctx));

/**
 * Begins the minutes of the session again, after the person has shown that they are still there.
 * @throws AppError 403 `pinLocked`; 409 for a session that is at no terminal; 422 for a wrong PIN or badge
 */
export async function prolongTerminalSession(
  ctx: RequestContext & { viewer: Viewer },
  { pin, badge }: OperationInput<'POST /user/auth/terminal/session/prolong'>,
) {
  const { tenant, viewer } = ctx;
  const at = requireTerminal(ctx);
  const isOwn =
    badge !== undefined
      ? (await withTenant(tenant.id, (db) => ownerOfBadge(db, tenant.id, badge))) === viewer.userId
      : (await checkPin(ctx, viewer.userId, pin ?? '')).isRight;
  if (!isOwn) {
    await auditAlone(ctx, 'terminal.pin.refused', { why: 'prolong' });
    throw new AppError(422, 'wrongPin', { fields: [{ field: 'pin', key: 'wrongPin' }] });
  }
  const full = new Date(ctx.now().getTime() + at.sessionMinutes * 60_000);
  const endsAt = full > at.endsAt ? full : at.endsAt;
  await withTenant(tenant.id, async (db) => {
    await setSessionEnd(db, viewer.sessionId, endsAt);
    await audit(db, ctx, 'terminal.session.prolonged', { sessionId: viewer.sessionId });
  });
  return shown(ctx.now(), { ...at, endsAt });
}

/** Ends the session at this terminal. @throws AppError 409 for a session that is at no terminal */
export async function endTerminalSession(ctx: Context) {
  requireTerminal(ctx);
  const { db, tenant, viewer } = ctx;
  await db
    .update(terminal)
    .set({ sessionId: null })
    .where(and(eq(terminal.enterpriseId, tenant.id), eq(terminal.sessionId, viewer.sessionId)));
  return logout(ctx);
}
