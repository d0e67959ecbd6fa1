import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { coachingMeeting } from './tables.ts';
import { changeCoaching } from './find-coaching.ts';
import { afterChange, tellOther } from './update-coaching.ts';
import { viewCoaching } from './view-coaching.ts';

const DAY_MS = 86_400_000;
/** When a meeting may be: in these days before and after now. */
const PAST_DAYS = 30;
const FUTURE_DAYS = 366;

/**
 * Proposes a meeting to the other person. One that has already taken place is agreed on and confirmed like any other.
 * @throws AppError 404, 403 and 409 like `changeCoaching`; 409 when there are too many; 422 for a time far from now
 */
export async function proposeMeeting(
  ctx: Context,
  { coachingId, startsAt, place, agenda }: OperationInput<'POST /course/auth/coaching/meeting/save'>,
) {
  const found = await changeCoaching(ctx, coachingId);
  const { db, tenant, viewer } = ctx;
  const [at, now] = [new Date(startsAt), ctx.now().getTime()];
  if (at.getTime() < now - PAST_DAYS * DAY_MS || at.getTime() > now + FUTURE_DAYS * DAY_MS)
    throw new AppError(422, 'invalid', { fields: [{ field: 'startsAt', key: 'field.meetingTime' }] });
  const ofCoaching = and(eq(coachingMeeting.enterpriseId, tenant.id), eq(coachingMeeting.coachingId, coachingId));
  if ((await db.$count(coachingMeeting, ofCoaching)) >= MAX_ITEMS.coachingMeetings)
    throw new AppError(409, 'coachingFull');
  const [meeting] = await db
    .insert(coachingMeeting)
    .values({ ...{ enterpriseId: tenant.id, coachingId, startsAt: at, place, agenda }, proposedBy: viewer.userId })
    .returning();
  await tellOther(ctx, found, { event: 'proposed', source: `coaching-meeting:${meeting!.id}:proposed`, startsAt: at });
  return viewCoaching(ctx, { id: coachingId });
}

/**
 * Accepts or declines a meeting of the other person.
 * @throws AppError 404, 403 and 409 like `changeCoaching`; 409 for one's own proposal, and after another answer
 */
export async function answerMeeting(
  ctx: Context,
  { id, accepted }: OperationInput<'POST /course/auth/coaching/meeting/answer'>,
) {
  const { found, meeting } = await changeMeeting(ctx, id);
  const state = accepted ? 'agreed' : 'declined';
  if (meeting.proposedBy === ctx.viewer.userId) throw new AppError(409, 'meetingOwn');
  if (meeting.state !== state) {
    if (meeting.state !== 'proposed') throw new AppError(409, 'meetingAnswered');
    await setMeeting(ctx, id, { state });
    await tellOther(ctx, found, {
      event: state,
      source: `coaching-meeting:${id}:${state}`,
      startsAt: meeting.startsAt,
    });
  }
  return viewCoaching(ctx, { id: found.id });
}

/**
 * Cancels a meeting.
 * @throws AppError 404, 403 and 409 like `changeCoaching`; 409 when it was declined, or one of them has confirmed it
 */
export async function cancelMeeting(ctx: Context, { id }: { id: string }) {
  const { found, meeting } = await changeMeeting(ctx, id);
  if (meeting.state !== 'cancelled') {
    if (meeting.state === 'declined' || meeting.learnerConfirmedAt || meeting.mentorConfirmedAt)
      throw new AppError(409, 'meetingAnswered');
    await setMeeting(ctx, id, { state: 'cancelled' });
    const source = `coaching-meeting:${id}:cancelled`;
    await tellOther(ctx, found, { event: 'cancelled', source, startsAt: meeting.startsAt });
  }
  return viewCoaching(ctx, { id: found.id });
}

/**
 * Confirms that a meeting took place. It counts when both have confirmed it; the first note of each is kept.
 * @throws AppError 404, 403 and 409 like `changeCoaching`; 409 when it is not agreed on or has not begun
 */
export async function confirmMeeting(
  ctx: Context,
  { id, note }: OperationInput<'POST /course/auth/coaching/meeting/confirm'>,
) {
  const { found, meeting } = await changeMeeting(ctx, id);
  const now = ctx.now();
  const isMentor = found.role === 'mentor';
  if (!(isMentor ? meeting.mentorConfirmedAt : meeting.learnerConfirmedAt)) {
    if (meeting.state !== 'agreed') throw new AppError(409, 'meetingNotAgreed');
    if (meeting.startsAt > now) throw new AppError(409, 'meetingNotYet');
    const own = isMentor
      ? { mentorConfirmedAt: now, mentorNote: note }
      : { learnerConfirmedAt: now, learnerNote: note };
    await setMeeting(ctx, id, own);
    const source = `coaching-meeting:${id}:confirmed`;
    await tellOther(ctx, found, { event: 'confirmed', source, startsAt: meeting.startsAt });
    await afterChange(ctx, found);
  }
  return viewCoaching(ctx, { id: found.id });
}

const byId = ({ tenant }: Context, id: string) =>
  and(eq(coachingMeeting.enterpriseId, tenant.id), eq(coachingMeeting.id, id));

/** Locks the coaching of a meeting, and reads the meeting after that. */
async function changeMeeting(ctx: Context, id: string) {
  const [known] = await ctx.db
    .select({ coachingId: coachingMeeting.coachingId })
    .from(coachingMeeting)
    .where(byId(ctx, id));
  if (!known) throw notFound();
  const found = await changeCoaching(ctx, known.coachingId);
  const [meeting] = await ctx.db.select().from(coachingMeeting).where(byId(ctx, id));
  return { found, meeting: meeting! };
}

const setMeeting = (ctx: Context, id: string, set: Partial<typeof coachingMeeting.$inferInsert>) =>
  ctx.db.update(coachingMeeting).set(set).where(byId(ctx, id));
