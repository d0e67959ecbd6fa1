import { and, eq, inArray, isNull, ne, notInArray, or } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { studyTask, studyTaskItem, studyTaskTarget, studyTaskUser } from '#src/server/study/tables/study.ts';
import { inDepartment } from '#src/server/core/in-department.ts';
import { taskFormCode } from '#src/server/pack/pack-evaluation.ts';
import { differs, momentOf, syncByCode, write, type Importing } from '#src/server/pack/importing.ts';
import type { Task } from '#src/server/pack/pack-courses.ts';
import type { Outcome } from '#src/server/pack/tally.ts';

type Ids = ReadonlyMap<string, string>;
/** Ids by code of what items of tasks may be. */
type Subjects = { courses: Ids; exams: Ids; coachings: Ids; forms: Ids };

/** Imports learning tasks with their items and assignments. */
export async function importTasks(importing: Importing, people: Ids, subjects: Subjects): Promise<void> {
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
      countsEarlier: task.countsEarlier,
      ordered: task.ordered,
    })),
  );
  for (const task of importing.pack.tasks) {
    const taskId = tasks.get(task.code)!;
    await writeItems(importing, task, taskId, subjects);
    await writeTargets(importing, task, taskId);
    await writeAssignees(importing, task, taskId, people);
  }
}

async function writeItems(importing: Importing, task: Task, taskId: string, subjects: Subjects): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const ofTask = and(eq(studyTaskItem.enterpriseId, enterpriseId), eq(studyTaskItem.taskId, taskId));
  const stored = await db.select().from(studyTaskItem).where(ofTask);
  const kept = new Set<string>();
  // Items wait only for items above them, whose ids are known then.
  const written = new Map<string, string>();
  for (const [sort, { course, exam, coaching, form, release, after = [] }] of task.items.entries()) {
    const subject = {
      courseId: course === undefined ? null : subjects.courses.get(course)!,
      examId: exam === undefined ? null : subjects.exams.get(exam)!,
      coachingPlanId: coaching === undefined ? null : subjects.coachings.get(coaching)!,
      evaluationFormId: form === undefined ? null : subjects.forms.get(taskFormCode(task.code, form))!,
    };
    const before = stored.find((row) => !differs(row, subject));
    const code = (course ?? exam ?? coaching ?? form)!;
    const row = {
      ...{ taskId, ...subject, sort, releaseAt: release === undefined ? null : momentOf(importing, release) },
      afterIds: after.map((each) => written.get(each)!),
    };
    const id = await write(importing, { kind: 'task item', name: `${task.code}/${code}` }, studyTaskItem, before, row);
    kept.add(id);
    written.set(code, id);
  }
  for (const { id } of stored.filter((row) => !kept.has(row.id))) {
    await db.delete(studyTaskItem).where(and(ofTask, eq(studyTaskItem.id, id)));
    tally.add('task item', 'updated', task.code);
  }
}

/** Writes the departments of a task, so that it reaches those who join later. */
async function writeTargets(importing: Importing, { code, assignees: to }: Task, taskId: string): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const departments = to === 'all' ? [''] : 'departments' in to ? [...new Set(to.departments)] : [];
  const ofTask = and(eq(studyTaskTarget.enterpriseId, enterpriseId), eq(studyTaskTarget.taskId, taskId));
  const stored = (await db.select().from(studyTaskTarget).where(ofTask)).map(({ department }) => department);
  const [added, removed] = [
    departments.filter((each) => !stored.includes(each)),
    stored.filter((each) => !departments.includes(each)),
  ];
  if (added.length > 0)
    await db.insert(studyTaskTarget).values(added.map((department) => ({ enterpriseId, taskId, department })));
  if (removed.length > 0)
    await db.delete(studyTaskTarget).where(and(ofTask, inArray(studyTaskTarget.department, removed)));
  added.forEach(() => tally.add('department of a task', 'created', code));
  removed.forEach(() => tally.add('department of a task', 'updated', code));
}

/** Writes the assignments of a task. An assignment is deleted only if the user has no progress in the task. */
async function writeAssignees(importing: Importing, task: Task, taskId: string, people: Ids): Promise<void> {
  const { db, enterpriseId, tally } = importing;
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
  const add = (outcome: Outcome, count: number) => {
    for (let n = 0; n < count; n += 1) tally.add('task assignment', outcome, task.code);
  };
  add('created', assigned.length);
  add('unchanged', wanted.length - assigned.length);
  add('updated', released.length);
}

/** Returns the users of a task. Current members, so that those who joined since the last import get tasks for all. */
async function assignees({ db, enterpriseId }: Importing, { assignees: to }: Task, people: Ids): Promise<string[]> {
  if (to !== 'all' && 'phones' in to) return [...new Set(to.phones.map((phone) => people.get(phone)!))];
  const members = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.status, 'active'),
        // Organisation accounts do not learn themselves.
        to === 'all'
          ? ne(enterpriseUser.userType, 3)
          : or(...to.departments.map((path) => inDepartment(enterpriseUser.department, path))),
      ),
    );
  return members.map((member) => member.userId);
}
