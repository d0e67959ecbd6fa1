import { and, eq } from 'drizzle-orm';
import { course } from './tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { courseProgress, resourceProgress } from '#src/server/study/tables/study.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { readPurchaseState } from '#src/server/order/purchase-state.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { markdownToHtml } from '#src/lib/markdown.ts';
import { catalogueItem, catalogueTree, type Progress } from './catalogue-tree.ts';
import { courseCard, selectCourses } from './course-card.ts';
import { type ItemLock, readLocks } from './item-locks.ts';
import { type CatalogueResource, readCatalogue } from './read-catalogue.ts';
import { isSeen, readStudyState } from './study-state.ts';
import { latestInstances, MAX_REJECTIONS } from '#src/server/flow/latest-instances.ts';
import type { RegistrationKind } from './registration-table.ts';

/**
 * Returns a published course with its catalogue, without files, for everybody.
 * @throws AppError 404
 */
export async function viewCourse(ctx: PublicContext, { id }: { id: string }) {
  const found = await readCourse(ctx, id);
  if (found.status !== 'published') throw notFound();
  return courseView(ctx, found, new Map(), async () => new Map());
}

/**
 * Returns a course with the user's progress and registration. An unpublished course is returned only to users who have
 * started it; `studyState` is then `unpublished`.
 * @throws AppError 404
 */
export async function viewCourseOfViewer(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const found = await readCourse(ctx, id);
  const isVisible = found.status === 'published' || (await isSeen(ctx, found));
  const [progress] = await db
    .select()
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, tenant.id),
        eq(courseProgress.userId, viewer.userId),
        eq(courseProgress.courseId, id),
      ),
    );
  // Who has begun it sees what they have done, but not what is for others.
  if (!isVisible && (found.status === 'restricted' || !progress)) throw notFound();
  const studyState = await readStudyState(db, tenant.id, viewer.userId, found);
  const wantsSeat = studyState === 'purchaseFirst';
  return {
    ...(await courseView(ctx, found, await readProgress(ctx, id), (catalogue) =>
      readLocks(db, { enterpriseId: tenant.id, userId: viewer.userId, now: ctx.now() }, found, catalogue),
    )),
    studyProgress: progress?.studyProgress ?? 0,
    status: progress?.status ?? ('notStarted' as const),
    studyState,
    // A course that is bought needs no registration.
    registration: wantsSeat
      ? { instanceId: null, reason: null, mayAskAgain: false }
      : await readRegistration(ctx, 'courseRegistration', id, studyState === 'registrationRejected'),
    purchase: wantsSeat ? await readPurchaseState(ctx, id) : null,
    lastResourceId: progress?.lastResourceId ?? null,
    // What the viewer has begun again without a new version is a later renewal.
    restudy: Boolean(progress?.renewingSince && progress.restudyAt && progress.restudyAt >= progress.renewingSince),
  };
}

async function readCourse({ db, tenant }: PublicContext, id: string) {
  const [found] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, id)));
  if (!found) throw notFound();
  return found;
}

async function readProgress({ db, tenant, viewer }: Context, courseId: string): Promise<Map<string, Progress>> {
  const rows = await db
    .select()
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.enterpriseId, tenant.id),
        eq(resourceProgress.userId, viewer.userId),
        eq(resourceProgress.courseId, courseId),
      ),
    );
  return new Map(
    rows.map((row) => [row.resourceId, { studyProgress: row.studyProgress, completed: row.completedAt !== null }]),
  );
}

async function courseView(
  { db, tenant, locale }: PublicContext,
  found: typeof course.$inferSelect,
  progress: ReadonlyMap<string, Progress>,
  locksIn: (catalogue: CatalogueResource[]) => Promise<ReadonlyMap<string, ItemLock>>,
) {
  const here = and(eq(course.enterpriseId, tenant.id), eq(course.id, found.id));
  const [row] = await selectCourses(db, here);
  const card = courseCard(row!, locale);
  const [teacher] = card.lecturerId
    ? await db
        .select({ title: lecturer.title, photoFileId: lecturer.photoFileId })
        .from(lecturer)
        .where(and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.id, card.lecturerId)))
    : [];
  const resources = await readCatalogue(db, tenant.id, found.id);
  const locks = await locksIn(resources);
  return {
    ...card,
    descriptionHtml: markdownToHtml(found.description ?? ''),
    lecturerTitle: teacher?.title ?? null,
    lecturerPhoto: publicFileUrl(teacher?.photoFileId),
    hourKind: found.hourKind,
    completionThreshold: found.completionThreshold,
    price: found.price,
    currency: found.currency,
    totalDuration: resources.reduce((sum, { totalDuration }) => sum + totalDuration, 0),
    publishedAt: found.publishedAt,
    catalogue: catalogueTree(resources, progress, (resource) => ({
      ...catalogueItem(resource),
      lock: locks.get(resource.id) ?? null,
    })),
  };
}

/**
 * Returns the user's latest request for a course or project: its id, the comment of the decision, and whether the user
 * can request again.
 * @param rejected whether the registration is rejected
 */
async function readRegistration(
  { db, tenant, viewer }: Context,
  flowType: RegistrationKind,
  subjectId: string,
  rejected: boolean,
) {
  const asked = { enterpriseId: tenant.id, applicantId: viewer.userId, flowType, subjectIds: [subjectId] };
  const latest = (await latestInstances(db, asked)).get(subjectId);
  return {
    instanceId: latest?.instanceId ?? null,
    /** Comment of the latest decision. */
    reason: latest?.reason ?? null,
    // Registrations rejected before requests were introduced have no request, but count as one rejection.
    mayAskAgain: rejected && Math.max(latest?.rejections ?? 0, 1) < MAX_REJECTIONS,
  };
}
