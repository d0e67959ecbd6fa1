import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { studyTask, studyTaskItem, studyTaskUser } from '#src/server/core/db/schema/study.ts';
import { momentOf, syncByCode, write, type Importing } from '#src/server/content/importing.ts';
import type { Task } from '#src/server/content/pack.ts';

type Ids = ReadonlyMap<string, string>;

/** Learning tasks, what they consist of, and who has them. */
export async function importTasks(importing: Importing, people: Ids, courses: Ids, exams: Ids): Promise<void> {
  const tasks = await syncByCode(
    importing,
    'task',
    studyTask,
    importing.pack.tasks.map((task) => ({
      code: task.code,
      title: task.title,
      summary: task.summary,
      taskType: task.taskType,
      startAt: momentOf(importing, task.start),
      endAt: momentOf(importing, task.end),
    })),
  );
  for (const task of importing.pack.tasks) {
    const taskId = tasks.get(task.code)!;
    await writeItems(importing, task, taskId, courses, exams);
    await writeAssignees(importing, task, taskId, people);
  }
}

async function writeItems(importing: Importing, task: Task, taskId: string, courses: Ids, exams: Ids): Promise<void> {
  const { db, enterpriseId, counts } = importing;
  const ofTask = and(eq(studyTaskItem.enterpriseId, enterpriseId), eq(studyTaskItem.taskId, taskId));
  const stored = await db.select().from(studyTaskItem).where(ofTask);
  const kept = new Set<string>();
  for (const [sort, item] of task.items.entries()) {
    const courseId = item.course === undefined ? null : courses.get(item.course)!;
    const examId = item.exam === undefined ? null : exams.get(item.exam)!;
    const before = stored.find((row) => row.courseId === courseId && row.examId === examId);
    kept.add(await write(importing, studyTaskItem, before, { taskId, courseId, examId, sort }));
  }
  for (const { id } of stored.filter((row) => !kept.has(row.id))) {
    await db.delete(studyTaskItem).where(and(ofTask, eq(studyTaskItem.id, id)));
    counts.updated += 1;
  }
}

/** A task is taken back from a person only as long as they have done nothing for it. */
async function writeAssignees(importing: Importing, task: Task, taskId: string, people: Ids): Promise<void> {
  const { db, enterpriseId, counts } = importing;
  const wanted = await assignees(importing, task, people);
  const assigned = wanted.length
    ? await db
        .insert(studyTaskUser)
        .values(wanted.map((userId) => ({ enterpriseId, taskId, userId })))
        .onConflictDoNothing()
        .returning({ userId: studyTaskUser.userId })
    : [];
  const released = await db
    .delete(studyTaskUser)
    .where(
      and(
        eq(studyTaskUser.enterpriseId, enterpriseId),
        eq(studyTaskUser.taskId, taskId),
        eq(studyTaskUser.studyProgress, 0),
        isNull(studyTaskUser.completedAt),
        ...(wanted.length ? [notInArray(studyTaskUser.userId, wanted)] : []),
      ),
    )
    .returning({ userId: studyTaskUser.userId });
  counts.created += assigned.length;
  counts.unchanged += wanted.length - assigned.length;
  counts.updated += released.length;
}

/** Members as they are now, so that whoever joined since gets the tasks of everyone. */
async function assignees({ db, enterpriseId }: Importing, { assignees: to }: Task, people: Ids): Promise<string[]> {
  if (to !== 'all' && 'phones' in to) return [...new Set(to.phones.map((phone) => people.get(phone)!))];
  const members = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.status, 'active'),
        // An organisation account learns nothing itself.
        to === 'all' ? ne(enterpriseUser.userType, 3) : inArray(enterpriseUser.department, to.departments),
      ),
    );
  return members.map((member) => member.userId);
}
