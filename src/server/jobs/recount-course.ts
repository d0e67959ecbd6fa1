import { systemNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { requireRestudy } from '#src/server/study/require-restudy.ts';
import { recountCourse } from '#src/server/study/recount-course.ts';

/**
 * Recomputes the progress of those who are in the middle of a course whose items have changed, batch by batch. Who has completed it begins
 * again before, if that is required.
 */
export async function recountCourseJob({ enterpriseId, courseId, restudy }: Jobs['recount-course']): Promise<void> {
  const { timeZone } = await withTenant(enterpriseId, (db) => readEnterprise(db, enterpriseId));
  if (restudy) {
    const of = { enterpriseId, courseId, items: restudy.items, at: new Date(restudy.at) };
    while (await withTenant(enterpriseId, (db) => requireRestudy(db, of)));
  }
  for (let after: string | null = null, more = true; more; more = after !== null) {
    after = await withTenant(enterpriseId, (db) =>
      recountCourse(db, { enterpriseId, courseId, timeZone, at: systemNow() }, after),
    );
  }
}
