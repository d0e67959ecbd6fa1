import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import { addLiveResource, renameResource } from '#src/server/course/session-resource.ts';
import { course } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { liveSession } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { changeSession } from './change-session.ts';
import { leads, requireLed } from './read-session.ts';

/** Longest planned class. */
const MAX_MS = 12 * 3600_000;

type Input = OperationInput<'POST /course/auth/live/session/save'>;

/**
 * Plans a live class of a course, as a new resource at its end, or changes a class that has not begun.
 * @throws AppError 404 for a course that the viewer does not lead; 409 for another type of course, or a class that has
 * begun or is not what was shown; 422 for a period that ends before it starts, is too long or is over
 */
export async function saveSession(ctx: Context, input: Input) {
  const startAt = new Date(input.startAt);
  const endAt = new Date(input.endAt);
  const length = endAt.getTime() - startAt.getTime();
  if (length <= 0 || length > MAX_MS || endAt <= ctx.now())
    throw new AppError(422, 'invalid', { fields: [{ field: 'endAt', key: 'field.livePeriod' }] });
  const { title, requiredPercent, recordingCounts } = input;
  const values = { title, startAt, endAt, requiredPercent, recordingCounts };
  if (input.id) return changePlanned(ctx, input.id, values, input.was);
  const id = await addSession(ctx, input.courseId, values);
  await audit(ctx.db, ctx, 'live.session.save', { sessionId: id }, { about: [id] });
  return { id };
}

type Values = Pick<
  typeof liveSession.$inferSelect,
  'title' | 'startAt' | 'endAt' | 'requiredPercent' | 'recordingCounts'
>;

/** What the history of a class says of its changes. */
const SETTINGS = ['title', 'startAt', 'endAt', 'requiredPercent', 'recordingCounts'] as const;
const settingsOf = ({ startAt, endAt, ...rest }: Values) => ({
  ...rest,
  ...{ startAt: startAt.toISOString(), endAt: endAt.toISOString() },
});

async function changePlanned(ctx: Context, id: string, values: Values, was: Input['was']) {
  const led = await requireLed(ctx, id);
  // Under its lock: the revision counts messages and hands as well, so what is planned is compared.
  const session = await changeSession(ctx.db, led.session);
  if (session.status !== 'planned') throw new AppError(409, 'liveHasBegun');
  if (!was || !isShown(session, was)) throw new AppError(409, 'revisionChanged');
  await changeSession(ctx.db, session, values);
  await renameResource(ctx.db, ctx.tenant.id, session.resourceId, values.title);
  if (+values.startAt !== +session.startAt)
    await sendJob(ctx.db, 'tell-learners', {
      ...{ enterpriseId: ctx.tenant.id, sessionId: id, event: 'moved', at: ctx.now().toISOString() },
    });
  const changes = changesBetween(settingsOf(session), settingsOf(values), SETTINGS);
  await audit(ctx.db, ctx, 'live.session.save', { sessionId: id, changes }, { about: [id] });
  return { id };
}

/** Whether a class is what its editor was shown. */
const isShown = (session: Values, was: NonNullable<Input['was']>) =>
  was.title === session.title &&
  Date.parse(was.startAt) === +session.startAt &&
  Date.parse(was.endAt) === +session.endAt &&
  was.requiredPercent === session.requiredPercent &&
  was.recordingCounts === session.recordingCounts;

async function addSession({ db, tenant, viewer }: Context, courseId: string, values: Values) {
  const enterpriseId = tenant.id;
  const [found] = await db
    .select({ courseType: course.courseType, lecturerUserId: lecturer.userId })
    .from(course)
    .leftJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(and(eq(course.enterpriseId, enterpriseId), eq(course.id, courseId)));
  if (!found || !leads(viewer, found)) throw notFound();
  if (found.courseType !== 3) throw new AppError(409, 'liveOtherCourse');
  const resourceId = await addLiveResource(db, { enterpriseId, courseId, title: values.title });
  const [session] = await db
    .insert(liveSession)
    .values({ enterpriseId, courseId, resourceId, ...values })
    .returning({ id: liveSession.id });
  return session!.id;
}
