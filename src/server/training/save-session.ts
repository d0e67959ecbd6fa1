import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { inZone, zonedTime } from '#src/lib/dates.ts';
import { audit, type AuditedChange, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { setTraining } from '#src/server/course/session-resource.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { trainingAssistant, trainingRoom, trainingSeat, trainingSession } from './tables.ts';
import { announceSeats, moveUp } from './book-seat.ts';
import { copyMaterials } from './materials.ts';
import { isTaughtBy } from './run-sessions.ts';
import { findRunSession, lockFollowing, lockSession, type Session } from './select-sessions.ts';
import { tellMembers } from './session-notices.ts';

type Input = OperationInput<'POST /course/auth/training/session/save'>;

/** Longest session: longer ones are several. Milliseconds. */
const MAX_LENGTH = 16 * 3_600_000;

/**
 * Plans a session of an offline class, or changes one. Members are told of another time or place; more places go to those
 * who wait. Less places than booked ones are refused.
 * @throws AppError 404, also for a class or session of another lecturer; 409 for a session that is cancelled or confirmed, and when
 * somebody else has changed it, or one of the series that is changed with it, since it was read; 422
 */
export async function saveSession(ctx: Context, input: Input): Promise<{ id: string; count: number }> {
  return 'id' in input ? changeSession(ctx, input) : planSession(ctx, input);
}

async function planSession(ctx: Context, input: Extract<Input, { resourceId: string }>) {
  const { db, tenant, viewer, now } = ctx;
  const values = await columnsOf(ctx, input);
  if (values.startAt <= now()) throw wrong('startAt', 'field.past');
  const here = and(
    eq(courseResource.enterpriseId, tenant.id),
    eq(courseResource.id, input.resourceId),
    eq(courseResource.contentType, 6),
  );
  const [resource] = await db
    .select({ courseId: course.id })
    .from(courseResource)
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
    )
    .where(and(here, managesClasses(viewer) ? undefined : isTaughtBy(ctx)));
  if (!resource) throw notFound();
  const shifts = daysAfter(input);
  const rows = [0, ...shifts].map((days) => {
    const id = randomUUID();
    return { ...values, ...shifted(ctx, values, days), enterpriseId: tenant.id, id, code: id };
  });
  const seriesId = shifts.length > 0 ? randomUUID() : null;
  await db
    .insert(trainingSession)
    .values(rows.map((row) => ({ ...row, seriesId, resourceId: input.resourceId, gmtCreate: now() })));
  const ids = rows.map(({ id }) => id);
  await setAssistants(ctx, ids, await assistantsOf(ctx, input, values.lecturerId));
  if (input.copyOf !== undefined) {
    await findRunSession(ctx, input.copyOf);
    await copyMaterials(ctx, input.copyOf, ids);
  }
  await setTraining(db, tenant.id, input.resourceId);
  for (const id of ids) await audit(db, ctx, 'training.planned', { sessionId: id }, { about: [id] });
  await announceSeats(ctx, resource.courseId);
  return { id: ids[0]!, count: rows.length };
}

async function changeSession(ctx: Context, input: Extract<Input, { id: string }>) {
  const { id } = input;
  const found = await findRunSession(ctx, id);
  const before = await lockSession(ctx, id);
  if (before.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (before.status === 'closed') throw new AppError(409, 'trainingConfirmed');
  if (input.revision !== before.revision) throw new AppError(409, 'revisionChanged');
  const values = await columnsOf(ctx, input, before);
  if (+values.startAt !== +before.startAt && values.startAt <= ctx.now()) throw wrong('startAt', 'field.past');
  const following = input.following ? await lockFollowing(ctx, before) : [];
  if (input.following && !isSeen(following, input.later)) throw new AppError(409, 'revisionChanged');
  const assistants = await assistantsOf(
    ctx,
    input,
    values.lecturerId === undefined ? before.lecturerId : values.lecturerId,
  );
  await setAssistants(ctx, [id, ...following.map((each) => each.id)], assistants);
  const had = found.assistants.map((each) => each.id);
  const isOther = assistants && (assistants.length !== had.length || assistants.some((each) => !had.includes(each)));
  await changeOne(ctx, before, values, isOther ? [{ name: 'assistantIds' }] : []);
  const moved = { start: +values.startAt - +before.startAt, end: +values.endAt - +before.endAt };
  for (const each of following) {
    const startAt = new Date(+each.startAt + moved.start);
    const bookingUntil = values.bookingUntil && new Date(+startAt - (+values.startAt - +values.bookingUntil));
    const own = { ...values, startAt, endAt: new Date(+each.endAt + moved.end), bookingUntil };
    await changeOne(ctx, each, own);
  }
  await announceSeats(ctx, found.courseId);
  return { id, count: 1 + following.length };
}

/** Whether the sessions are those that were read, as they were read. */
const isSeen = (sessions: Session[], later: { id: string; revision: number }[] = []) => {
  const seen = new Map(later.map(({ id, revision }) => [id, revision]));
  return seen.size === sessions.length && sessions.every(({ id, revision }) => seen.get(id) === revision);
};

type Values = Awaited<ReturnType<typeof columnsOf>>;

/** Changes a session that is locked; those with a place are told of another time or place, and more places go to who waits. */
async function changeOne(ctx: Context, before: Session, values: Values, more: AuditedChange[] = []): Promise<void> {
  const { db, tenant } = ctx;
  const { id } = before;
  const booked = await db.$count(
    trainingSeat,
    and(eq(trainingSeat.enterpriseId, tenant.id), eq(trainingSeat.sessionId, id), eq(trainingSeat.status, 'booked')),
  );
  if (values.capacity < booked) throw wrong('capacity', 'field.fewerThanBooked');
  await db
    .update(trainingSession)
    .set({ ...values, revision: before.revision + 1 })
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, id)));
  const isMoved = +values.startAt !== +before.startAt || +values.endAt !== +before.endAt;
  if (isMoved || values.place !== before.place || values.room !== before.room)
    await tellMembers(ctx, id, 'trainingChanged', `training-changed:${id}:${+values.gmtModified}`);
  await moveUp(ctx, { ...before, ...values });
  const changes = [...changesBetween(settingsOf(before), settingsOf({ ...before, ...values }), SETTINGS), ...more];
  await audit(db, ctx, 'training.changed', { sessionId: id, changes }, { about: [id] });
}

/** What the history of a session says of its changes. */
const SETTINGS = [
  ...(['title', 'startAt', 'endAt', 'place', 'room', 'lecturerId', 'capacity', 'bookingUntil'] as const),
  ...(['waitingList', 'passRequired', 'signInFrom', 'lateAfter', 'earlyLeave'] as const),
  ...(['signOutRequired', 'earlyCounts', 'location'] as const),
];
const settingsOf = (session: Session) => ({
  ...session,
  ...{ startAt: session.startAt.toISOString(), endAt: session.endAt.toISOString() },
  bookingUntil: session.bookingUntil?.toISOString() ?? null,
  location: session.latitude === null ? null : `${session.latitude}, ${session.longitude} (${session.radius} m)`,
});

/** Days from the first session to the others of a new series. */
function daysAfter({ startAt, days }: Extract<Input, { resourceId: string }>): number[] {
  const first = Date.parse(startAt.slice(0, 10));
  const after = days.map((day) => (Date.parse(day) - first) / 86_400_000);
  if (after.some((each) => !Number.isInteger(each))) throw wrong('days', 'field.invalid');
  if (after.some((each) => each <= 0)) throw wrong('days', 'field.beforeStart');
  return [...new Set(after)].sort((a, b) => a - b);
}

/** The times of a session some days later, at the same time of the clock. */
function shifted({ tenant }: Context, { startAt, endAt, bookingUntil }: Values, days: number) {
  const later = (at: Date) => inZone(at, tenant.timeZone).add(days, 'day').toDate();
  return { startAt: later(startAt), endAt: later(endAt), bookingUntil: bookingUntil && later(bookingUntil) };
}

async function columnsOf(ctx: Context, input: Input, before?: Session) {
  const { tenant, viewer, now } = ctx;
  const { title, capacity, signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts } = input;
  const moment = (field: string, local: string) => {
    const at = zonedTime(local, tenant.timeZone);
    if (Number.isNaN(+at)) throw wrong(field, 'field.invalid');
    return at;
  };
  const startAt = moment('startAt', input.startAt);
  const endAt = moment('endAt', input.endAt);
  if (endAt <= startAt) throw wrong('endAt', 'field.beforeStart');
  if (+endAt - +startAt > MAX_LENGTH) throw wrong('endAt', 'field.tooLongSession');
  const { bookingUntil: until } = input;
  const kept = before?.bookingUntil ?? null;
  const bookingUntil = until === undefined ? kept : until ? moment('bookingUntil', until) : null;
  if (until && bookingUntil! > startAt) throw wrong('bookingUntil', 'field.afterStart');
  const place = await placeOf(ctx, input, before);
  const lecturerId = managesClasses(viewer) ? await lecturerOf(ctx, input.lecturerId) : undefined;
  return {
    ...{ title: title || null, startAt, endAt, capacity, bookingUntil },
    ...place,
    ...(lecturerId === undefined ? {} : { lecturerId }),
    passRequired: input.passRequired ?? before?.passRequired ?? false,
    waitingList: input.waitingList ?? before?.waitingList ?? true,
    ...{ signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts },
    latitude: input.location?.latitude ?? null,
    longitude: input.location?.longitude ?? null,
    radius: input.location?.radius ?? null,
    gmtModified: now(),
  };
}

/** Address and room: those of the room of the list, or what was typed. */
async function placeOf({ db, tenant }: Context, input: Input, before?: Session) {
  const typed = { place: input.place, room: input.room || null };
  const isSame = before?.place === typed.place && before.room === typed.room;
  const roomId = input.roomId === undefined ? (isSame ? before.roomId : null) : input.roomId;
  if (!roomId) {
    if (typed.place === '') throw wrong('place', 'field.required');
    return { ...typed, roomId: null };
  }
  const [room] = await db
    .select()
    .from(trainingRoom)
    .where(and(eq(trainingRoom.enterpriseId, tenant.id), eq(trainingRoom.id, roomId), isNull(trainingRoom.deletedAt)))
    // Otherwise it may be deleted before the session is there.
    .for('key share');
  if (!room || (room.closedAt && roomId !== before?.roomId)) throw wrong('roomId', 'field.invalid');
  return { place: room.address, room: room.name, roomId };
}

/** Assistants of a session, of managers of classes; undefined: they stay. */
async function assistantsOf(
  { db, tenant, viewer }: Context,
  { assistantIds }: Input,
  lecturerId: string | null | undefined,
): Promise<string[] | undefined> {
  if (assistantIds === undefined || !managesClasses(viewer)) return undefined;
  const ids = [...new Set(assistantIds)];
  const found = await db.$count(lecturer, and(eq(lecturer.enterpriseId, tenant.id), inArray(lecturer.id, ids)));
  if (found < ids.length || (lecturerId && ids.includes(lecturerId))) throw wrong('assistantIds', 'field.invalid');
  return ids;
}

async function setAssistants(
  { db, tenant }: Context,
  sessions: string[],
  assistants: string[] | undefined,
): Promise<void> {
  if (!assistants) return;
  const enterpriseId = tenant.id;
  await db
    .delete(trainingAssistant)
    .where(and(eq(trainingAssistant.enterpriseId, enterpriseId), inArray(trainingAssistant.sessionId, sessions)));
  const rows = sessions.flatMap((sessionId) =>
    assistants.map((lecturerId) => ({ enterpriseId, sessionId, lecturerId })),
  );
  if (rows.length > 0) await db.insert(trainingAssistant).values(rows);
}

async function lecturerOf({ db, tenant }: Context, id: string | null | undefined) {
  if (!id) return id;
  const found = await db.$count(lecturer, and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.id, id)));
  if (found === 0) throw wrong('lecturerId', 'field.invalid');
  return id;
}

const wrong = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });
