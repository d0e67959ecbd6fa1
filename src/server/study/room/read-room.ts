import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { RoomType } from '#src/contract/rules/study.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { localizedText } from '#src/lib/localized.ts';
import { categoryAndBelow } from '#src/server/course/category-and-below.ts';
import { readStages } from '#src/server/course/project/read-stages.ts';
import { course, project } from '#src/server/course/tables.ts';
import { category } from '#src/server/course/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { readTasks } from '../read-tasks.ts';

/** Why an item of a task or project is not open yet: its release, and the titles of the items, or the name of the stage, that it waits for. */
export type Lock = { releaseAt: Date | null; waitsFor: string[] };
/** What a room shows, in order: courses and, in the room of a task or project, exams. */
export type RoomContent = {
  title: string;
  items: (
    { courseId: string; lock?: Lock | null } | { examId: string; title: string; completed: boolean; lock: Lock | null }
  )[];
};

/** Returns the content of a study room; null when it does not exist here, is not published, or is not a task of the viewer. */
export function readRoom(ctx: Context, { type, id }: { type: RoomType; id: string }): Promise<RoomContent | null> {
  return READERS[type](ctx, id);
}

const READERS: Record<RoomType, (ctx: Context, id: string) => Promise<RoomContent | null>> = {
  project: async (ctx, id) => {
    const { db, tenant, viewer } = ctx;
    const [found] = await db
      .select({ title: project.title })
      .from(project)
      .where(and(eq(project.enterpriseId, tenant.id), eq(project.id, id), eq(project.status, 'published')));
    if (!found) return null;
    const stages = await readStages(ctx, id, viewer.userId);
    const items = stages.flatMap(({ lock: closed, items }) =>
      items.map(({ courseId, examId, title, completed }) => {
        // What is complete can be looked at again.
        const lock =
          closed && !completed
            ? { releaseAt: closed.opensAt, waitsFor: closed.waitsFor ? [closed.waitsFor] : [] }
            : null;
        return courseId ? { courseId, lock } : { examId: examId!, title, completed, lock };
      }),
    );
    return { title: found.title, items: items.slice(0, MAX_ITEMS.roomItems) };
  },
  category: async ({ db, tenant, locale, viewer }, id) => {
    const [found] = await db
      .select({ name: category.name })
      .from(category)
      .where(and(eq(category.enterpriseId, tenant.id), eq(category.id, id), eq(category.published, true)));
    if (!found) return null;
    const items = await db
      .select({ courseId: course.id })
      .from(course)
      .where(
        and(
          eq(course.enterpriseId, tenant.id),
          isVisibleTo({ tenant, viewer }),
          inArray(course.categoryId, sql`(${categoryAndBelow(tenant.id, id)})`),
        ),
      )
      .orderBy(asc(course.publishedAt), asc(course.id))
      .limit(MAX_ITEMS.roomItems);
    return { title: localizedText(found.name, locale), items };
  },
  task: async ({ db, tenant, viewer, now }, id) => {
    const learner = { enterpriseId: tenant.id, userId: viewer.userId, at: now() };
    const [task] = await readTasks(db, learner, sql`t.id = ${id}`);
    if (!task) return null;
    // Coachings and assessments take place elsewhere: the screen of the task leads to them.
    const items = task.items.flatMap(({ courseId, examId, title, completed, locked, releaseAt, waitsFor }) => {
      const lock = locked ? { releaseAt, waitsFor } : null;
      if (courseId) return { courseId, lock };
      return examId ? { examId, title, completed, lock } : [];
    });
    return { title: task.title, items };
  },
};
