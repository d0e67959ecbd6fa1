import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from '#src/server/training/tables.ts';
import { momentOf, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Resource } from '#src/server/pack/pack-courses.ts';
import type { TrainingSession } from '#src/server/pack/pack-training.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';

type Ids = ReadonlyMap<string, string>;
type Known = { people: Ids; lecturers: Ids };
type Class = { id: string; courseId: string };

/** Imports the sessions of offline classes with their places and confirmed attendance, after the resources. */
export async function importTraining(importing: Importing, courses: Ids, known: Known): Promise<void> {
  const { db, enterpriseId } = importing;
  for (const course of importing.pack.courses) {
    const courseId = courses.get(course.code)!;
    for (const { code, sessions } of classesIn(course.resources)) {
      const [resource] = await db
        .select({ id: courseResource.id })
        .from(courseResource)
        .where(
          and(
            eq(courseResource.enterpriseId, enterpriseId),
            eq(courseResource.courseId, courseId),
            eq(courseResource.code, code),
          ),
        );
      await importSessions(importing, { id: resource!.id, courseId }, `${course.code}/${code}`, sessions, known);
    }
  }
}

function classesIn(resources: Resource[]): { code: string; sessions: TrainingSession[] }[] {
  return resources.flatMap(({ code, sessions, children }) => [
    ...(sessions ? [{ code, sessions }] : []),
    ...classesIn(children ?? []),
  ]);
}

async function importSessions(
  importing: Importing,
  of: Class,
  scopeName: string,
  sessions: TrainingSession[],
  known: Known,
): Promise<void> {
  const { db, enterpriseId } = importing;
  const ofClass = and(eq(trainingSession.enterpriseId, enterpriseId), eq(trainingSession.resourceId, of.id));
  const stored = await db.select().from(trainingSession).where(ofClass);
  const ended = new Set(stored.filter(({ status }) => status !== 'planned').map(({ code }) => code));
  const ids = await syncByCode(
    importing,
    'session',
    trainingSession,
    // What is confirmed or cancelled stays: its relative times would move with every import.
    sessions.map((entry) => (ended.has(entry.code) ? { code: entry.code } : rowOf(importing, of, entry, known))),
    { scope: eq(trainingSession.resourceId, of.id), scopeName, hidden: null },
  );
  for (const entry of sessions) await importSeats(importing, of, ids.get(entry.code)!, entry, known.people);
}

function rowOf(importing: Importing, of: Class, entry: TrainingSession, { lecturers }: Known) {
  const { code, place, capacity, signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts, location } = entry;
  return {
    ...{ code, place, capacity, signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts },
    resourceId: of.id,
    title: entry.title ?? null,
    room: entry.room ?? null,
    startAt: momentOf(importing, entry.start),
    endAt: momentOf(importing, entry.end),
    lecturerId: entry.lecturer === undefined ? null : lecturers.get(entry.lecturer)!,
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    radius: location?.radius ?? null,
  };
}

/** Places are imported only into a session without any: members book and give up places in the portal. */
async function importSeats(
  importing: Importing,
  of: Class,
  sessionId: string,
  entry: TrainingSession,
  people: Ids,
): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const { booked, waiting, attendance } = entry;
  const seats = [...booked, ...waiting].map((phone, index) => ({
    ...{ enterpriseId, sessionId, userId: people.get(phone)!, position: index + 1 },
    status: index < booked.length ? ('booked' as const) : ('waiting' as const),
  }));
  if (seats.length === 0) return;
  const ofSession = and(eq(trainingSeat.enterpriseId, enterpriseId), eq(trainingSeat.sessionId, sessionId));
  if ((await db.$count(trainingSeat, ofSession)) > 0) {
    tally.add('places of a session', 'unchanged', entry.code);
    return;
  }
  await db.insert(trainingSeat).values(seats);
  tally.add('places of a session', 'created', entry.code);
  if (attendance) await importAttendance(importing, of, sessionId, { ...entry, attendance }, people);
}

/** Who is not named was absent. Members who were there complete the class. */
async function importAttendance(
  importing: Importing,
  of: Class,
  sessionId: string,
  entry: TrainingSession & { attendance: NonNullable<TrainingSession['attendance']> },
  people: Ids,
): Promise<void> {
  const { db, enterpriseId, pack } = importing;
  const [startAt, endAt] = [momentOf(importing, entry.start), momentOf(importing, entry.end)];
  const states = new Map(entry.attendance.map(({ phone, state }) => [phone, state]));
  const lateAt = new Date(startAt.getTime() + (entry.lateAfter + 5) * 60_000);
  for (const phone of [...entry.booked].sort()) {
    const userId = people.get(phone)!;
    const state = states.get(phone) ?? 'absent';
    const signedInAt = state === 'absent' ? null : state === 'late' ? lateAt : startAt;
    const row = { state, confirmedState: state, signedInAt, signWay: signedInAt && ('qr' as const) };
    await db.insert(trainingAttendance).values({ enterpriseId, sessionId, userId, ...row, gmtModified: endAt });
    if (state === 'present' || state === 'late' || (state === 'early' && entry.earlyCounts))
      await completeResources(db, { enterpriseId, userId, at: endAt, timeZone: pack.site.timeZone }, [of]);
  }
  await db
    .update(trainingSession)
    .set({ status: 'closed', confirmedAt: endAt })
    .where(and(eq(trainingSession.enterpriseId, enterpriseId), eq(trainingSession.id, sessionId)));
}
