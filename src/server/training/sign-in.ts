import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { distance } from './distance.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { trainingSeat, trainingSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { isSignOpen } from './attendance-rule.ts';
import { lockSession } from './select-sessions.ts';
import { looksTyped, readToken, readTyped } from './sign-code.ts';
import { storeSign } from './store-sign.ts';

/** Limit of tries of one member (docs/operations.md). */
const PER_MINUTE = { limit: 20, seconds: 60 };
/** Inaccuracy of a position that is accepted beside the radius, metres: what phones report indoors. */
const MAX_ACCURACY = 100;

type Input = OperationInput<'POST /course/auth/training/sign/save'>;
type Session = typeof trainingSession.$inferSelect;

/**
 * Signs the viewer in to a session, or out of it, with a code of the lecturer's screen. Only the clock of the server counts.
 * A member signs in once: repeated, the first time is returned.
 * @throws AppError 403 without a place in the session; 404; 409 for an expired code, before or after the time for signing
 * in, without having signed in, and away from the location; 422 for a wrong code and a missing position; 429
 */
export async function signIn(context: Omit<Context, 'db'>, input: Input) {
  const { tenant, viewer } = context;
  await takeTry(`training-sign:${tenant.id}:${viewer.userId}`, PER_MINUTE);
  return withTenant(tenant.id, async (db) => {
    const ctx = { ...context, db };
    const { sessionId, mode, by } = await resolveCode(ctx, input);
    // Shared: many members sign in at the same time, but nobody during a confirmation.
    const session = await lockSession(ctx, sessionId, 'share');
    await requireSeat(ctx, sessionId);
    requirePlace(session, input.position);
    const { at, state, repeated } = await storeSign(ctx, session, { userId: viewer.userId, mode, by });
    return { sessionId, title: await titleOfSession(ctx, session), mode, state, at, repeated };
  });
}

async function resolveCode(ctx: Context, { sessionId, code }: Input) {
  const at = ctx.now();
  const of = (id: string) => ({ enterpriseId: ctx.tenant.id, sessionId: id });
  if (sessionId && !looksTyped(code)) {
    const mode = readToken(of(sessionId), code, at);
    if (mode === 'expired') throw new AppError(409, 'signCodeExpired');
    if (mode === 'wrong') throw wrongCode();
    return { sessionId, mode, by: 'qr' as const };
  }
  for (const session of await openSessions(ctx)) {
    if (sessionId && session.id !== sessionId) continue;
    const mode = readTyped(of(session.id), code, at);
    if (mode) return { sessionId: session.id, mode, by: 'code' as const };
  }
  throw wrongCode();
}

const wrongCode = () => new AppError(422, 'signCodeWrong', { fields: [{ field: 'code', key: 'field.signCode' }] });

/** Sessions in or out of which members can sign now. */
async function openSessions({ db, tenant, now }: Context): Promise<Session[]> {
  const at = now();
  const around = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
  const rows = await db
    .select()
    .from(trainingSession)
    .where(
      and(
        eq(trainingSession.enterpriseId, tenant.id),
        eq(trainingSession.status, 'planned'),
        // Longer than any period for signing in; the exact one is checked below.
        lt(trainingSession.startAt, around(12)),
        gt(trainingSession.endAt, around(-12)),
      ),
    )
    .orderBy(asc(trainingSession.startAt), asc(trainingSession.id))
    .limit(MAX_ITEMS.trainingSessions);
  return rows.filter((session) => isSignOpen(session, 'in', at) || isSignOpen(session, 'out', at));
}

async function requireSeat({ db, tenant, viewer }: Context, sessionId: string): Promise<void> {
  const booked = await db.$count(
    trainingSeat,
    and(
      eq(trainingSeat.enterpriseId, tenant.id),
      eq(trainingSeat.sessionId, sessionId),
      eq(trainingSeat.userId, viewer.userId),
      eq(trainingSeat.status, 'booked'),
    ),
  );
  if (booked === 0) throw new AppError(403, 'signWithoutSeat');
}

function requirePlace({ latitude, longitude, radius }: Session, position: Input['position']): void {
  if (latitude === null || longitude === null || radius === null) return;
  // The page asks for the position when this field is missing.
  if (!position)
    throw new AppError(422, 'signPlaceMissing', { fields: [{ field: 'position', key: 'field.required' }] });
  const metres = distance(position, { latitude, longitude }) - Math.min(position.accuracy, MAX_ACCURACY);
  if (metres > radius) throw new AppError(409, 'signTooFar');
}

async function titleOfSession({ db, tenant }: Context, { resourceId, title }: Session): Promise<string> {
  const [found] = await db
    .select({ title: sql<string>`coalesce(${title}::text, ${courseResource.subResourceName})` })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, tenant.id), eq(courseResource.id, resourceId)));
  if (!found) throw notFound();
  return found.title;
}
