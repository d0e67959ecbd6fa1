import { and, eq } from 'drizzle-orm';
import { course, courseRegistration } from '#src/server/db/schema/course.ts';
import type { Context } from '#src/server/http/context.ts';
import { notFound, Refusal } from '#src/server/http/refusal.ts';
import { readStudyState } from './study-state.ts';

/**
 * Asks to join a course (spec section 4: pending, then approved or not). A repeat keeps the decision that was made.
 * @throws Refusal 409 for a course that takes no registration
 */
export async function saveRegistration({ db, tenant, viewer, now }: Context, { courseId }: { courseId: string }) {
  const [found] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId), eq(course.status, 'published')));
  if (!found) throw notFound();
  if (!found.registrationRequired) throw new Refusal(409, 'noRegistrationNeeded');
  await db
    .insert(courseRegistration)
    .values({ enterpriseId: tenant.id, courseId, userId: viewer.userId, gmtCreate: now(), gmtModified: now() })
    .onConflictDoNothing();
  return { studyState: await readStudyState(db, tenant.id, viewer.userId, found) };
}
