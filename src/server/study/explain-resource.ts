import { and, desc, eq, sql } from 'drizzle-orm';
import { studyClock, studyRefusal } from './tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { pagesMissing } from '#src/contract/rules/document-pages.ts';
import { neededSeconds } from '#src/server/course/progress.ts';
import { subtractRanges } from '#src/lib/ranges.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readResource } from './read-resource.ts';
import { readTasks } from './read-tasks.ts';
import type { RefusalReason } from './record-refusal.ts';
import { readProgressRow, shownProgress } from './resource-progress.ts';

/**
 * Returns the stored data that answers "why isn't this counted?" for the viewer and a resource (docs/specification.md,
 * section "Study time").
 */
export async function explainResource(ctx: Context, { resourceId }: { resourceId: string }) {
  const { db, tenant, viewer } = ctx;
  const key = { enterpriseId: tenant.id, userId: viewer.userId };
  const { resource, course } = await readResource(ctx, resourceId);
  const row = await readProgressRow(db, { ...key, resourceId });
  const { watched, watchedSeconds, studySeconds } = shownProgress(row);
  const [clock] = await db
    .select({ resourceId: studyClock.resourceId, lastReportAt: studyClock.lastReportAt })
    .from(studyClock)
    .where(and(eq(studyClock.enterpriseId, tenant.id), eq(studyClock.userId, viewer.userId)));
  const refusals = await db
    .select()
    .from(studyRefusal)
    .where(
      and(
        eq(studyRefusal.enterpriseId, tenant.id),
        eq(studyRefusal.userId, viewer.userId),
        eq(studyRefusal.resourceId, resourceId),
      ),
    )
    .orderBy(desc(studyRefusal.gmtCreate), desc(studyRefusal.id))
    .limit(MAX_ITEMS.refusals);
  const at = ctx.now();
  const tasks = await readTasks(
    db,
    { ...key, at },
    sql`exists (select from study_task_item x where x.enterprise_id = t.enterprise_id and x.task_id = t.id
                and x.course_id = ${course.id})`,
  );
  return {
    totalDuration: resource.totalDuration,
    completionThreshold: course.completionThreshold,
    watchedSeconds,
    neededSeconds: neededSeconds(resource.totalDuration, course.completionThreshold),
    studySeconds,
    watched,
    missing: subtractRanges([[0, resource.totalDuration]], watched),
    missingPages:
      resource.kind === 'reading' && resource.pageCount !== null
        ? pagesMissing(resource.pageCount, resource.totalDuration, watched)
        : null,
    completedAt: row?.completedAt ?? null,
    counted: resource.counted,
    lastReportAt: clock?.resourceId === resourceId ? clock.lastReportAt : (row?.gmtModified ?? null),
    refusals: refusals.map((refusal) => ({ ...refusal, reason: refusal.reason as RefusalReason })),
    tasks: tasks.slice(0, MAX_ITEMS.tasks).map(({ id, title, endAt }) => ({ id, title, endAt, ended: endAt <= at })),
  };
}
