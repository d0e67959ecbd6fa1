import { and, eq } from 'drizzle-orm';
import type { Call, Data } from '#src/contract/calls.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { courseProgress, resourceProgress } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import { dispatch } from '#src/server/http/dispatch.ts';
import { implementationOf } from '#src/server/http/implementations.ts';
import { mintCourse, mintMediaQuestion, mintResource } from '../factories/course.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

export type StudyResource = {
  id: string;
  courseId: string;
  seconds: number;
  /** Seconds of content per second of the clock that may count at most. */
  rate: number;
  noSkipping: boolean;
  /** Whether a required question in it is never answered. */
  asks: boolean;
};
export type StudyWorld = { tenant: TestTenant; resources: StudyResource[] };

/**
 * Creates a tenant with three courses that differ in their rules: videos of different length, documents, a picture, sound, a
 * course without skipping, and a video that stops at a required question.
 */
export async function mintStudyWorld(): Promise<StudyWorld> {
  const tenant = await mintTenant('Study time');
  const resources: StudyResource[] = [];
  const earns = { classHours: '2', credits: '1', points: '10' };
  const add = async (
    courseId: string,
    seconds: number,
    rate: number,
    more: Parameters<typeof mintResource>[2] = {},
    rules: Partial<StudyResource> = {},
  ) => {
    const id = await mintResource(tenant, courseId, { totalDuration: seconds, ...more });
    resources.push({ id, courseId, seconds, rate, noSkipping: false, asks: false, ...rules });
    return id;
  };
  const document = { resourceType: 4, mime: 'application/pdf' };
  const plain = await mintCourse(tenant, earns);
  await add(plain, 100, 2);
  await add(plain, 30, 1, document);
  const strict = await mintCourse(tenant, { ...earns, noSkipping: true, maxPlaybackRate: '1.25' });
  await add(strict, 80, 1.25, {}, { noSkipping: true });
  await add(strict, 10, 1, { resourceType: 5, mime: 'image/png' });
  const easy = await mintCourse(tenant, { ...earns, completionThreshold: 50, maxPlaybackRate: '1.5' });
  await add(easy, 200, 1.5, { resourceType: 3, mime: 'audio/mpeg' });
  await add(easy, 60, 1, document);
  const asked = await add(await mintCourse(tenant), 90, 2, {}, { asks: true });
  await mintMediaQuestion(tenant, asked, { atSecond: 20 });
  return { tenant, resources };
}

/** A new learner of the world, whose calls run in this process at the time that the caller tells. */
export async function mintStudent({ tenant }: StudyWorld) {
  const person = await mintPerson(tenant);
  const request = await requestOf(tenant, person);
  return {
    person,
    /** Runs an operation as the gateway does. @throws AppError */
    call: async <C extends Call>(name: C, input: unknown, now: Date): Promise<Data<C>> =>
      (await dispatch(implementationOf(name), { ...request, now: () => now }, input)) as Data<C>,
    read: () => readStored(tenant, person),
  };
}
export type Student = Awaited<ReturnType<typeof mintStudent>>;
export type Stored = Awaited<ReturnType<typeof readStored>>;

async function requestOf({ id, host }: TestTenant, { userId }: TestPerson): Promise<RequestContext> {
  const tenant = await findTenantById(id);
  if (!tenant) throw new Error(`no tenant ${id}`);
  return {
    requestId: 'fuzz',
    tenant,
    viewer: {
      userId,
      sessionId: userId,
      enterpriseId: tenant.id,
      way: 'password',
      userName: 'Student',
      userType: 1,
      isAdmin: false,
      grants: [],
      factor: null,
      preferences: null,
      sex: 0,
    },
    tokenHash: null,
    token: null,
    locale: 'zh',
    signal: () => new AbortController().signal,
    cookies: { names: () => [], get: () => undefined, set: () => undefined, delete: () => undefined },
    at: `http://${host}`,
    origin: `http://${host}`,
    address: '',
    userAgent: '',
    log: () => undefined,
    now: () => new Date(0),
  };
}

async function readStored({ id }: TestTenant, { userId }: TestPerson) {
  return withTenant(id, async (db) => ({
    resources: await db
      .select()
      .from(resourceProgress)
      .where(and(eq(resourceProgress.enterpriseId, id), eq(resourceProgress.userId, userId))),
    courses: await db
      .select()
      .from(courseProgress)
      .where(and(eq(courseProgress.enterpriseId, id), eq(courseProgress.userId, userId))),
    ledger: await db
      .select()
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.enterpriseId, id), eq(ledgerEntry.userId, userId))),
  }));
}
