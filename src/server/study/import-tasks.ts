import { and, eq, inArray, sql } from 'drizzle-orm';
import { studyTask, studyTaskItem } from '#src/server/study/tables/study.ts';
import { studyTaskPerson, studyTaskRule } from '#src/server/study/tables/task-audience.ts';
import { differs, momentOf, syncByCode, write, type Importing } from '#src/server/pack/importing.ts';
import type { Task } from '#src/server/pack/pack-courses.ts';
import type { Outcome } from '#src/server/pack/tally.ts';
import { assign } from './assign-tasks.ts';
import { partsOfEntries, storedTaskParts, type Subjects, type TaskParts } from './import-task-parts.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports learning tasks with their items and audience. A task is one thing: what was changed in the portal stays as a whole, with its
 * people (decision 081).
 */
export async function importTasks(importing: Importing, people: Ids, subjects: Subjects): Promise<void> {
  const { pack, edits } = importing;
  const wanted = await partsOfEntries(importing, people, subjects);
  const stored = await storedTaskParts(importing);
  const before = await taskRows(importing);
  const tasks = await syncByCode(
    importing,
    'task',
    studyTask,
    pack.tasks.map((task) => ({
      code: task.code,
      title: task.title,
      summary: task.summary,
      taskType: task.taskType,
      startAt: momentOf(importing, task.start),
      endAt: momentOf(importing, task.end),
      countsEarlier: task.countsEarlier,
      ordered: task.ordered,
      lateCompletion: task.lateCompletion,
      reminders: task.reminders,
    })),
    { parts: { stored, wanted: (code) => wanted.get(code)! } },
  );
  for (const task of pack.tasks) {
    if (edits.isKept('task', task.code)) continue;
    const [taskId, parts] = [tasks.get(task.code)!, wanted.get(task.code)!];
    await writeItems(importing, task, taskId, parts);
    if (differs(stored(taskId), { rules: parts.rules, people: parts.people })) await writeAudience(importing, taskId, parts);
    await writeAssignees(importing, task, taskId);
  }
  const after = new Map((await taskRows(importing)).map((row) => [row.id, row]));
  const changed = before.filter(
    (row) =>
      differs(row, after.get(row.id)!) ||
      (wanted.has(row.code) && !edits.isKept('task', row.code) && differs(stored(row.id), wanted.get(row.code)!)),
  );
  await markChanged(
    importing,
    changed.map(({ id }) => id),
  );
}

const taskRows = ({ db, enterpriseId }: Importing) =>
  db.select().from(studyTask).where(eq(studyTask.enterpriseId, enterpriseId));

/** Who edits one of these tasks in the portal sees that it was changed; the progress of its members is computed anew. */
async function markChanged({ db, enterpriseId }: Importing, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(studyTask)
    .set({ revision: sql`${studyTask.revision} + 1`, stale: true })
    .where(and(eq(studyTask.enterpriseId, enterpriseId), inArray(studyTask.id, ids)));
}

async function writeItems(importing: Importing, task: Task, taskId: string, { items }: TaskParts): Promise<void> {
  const { db, enterpriseId, tally } = importing;
  const ofTask = and(eq(studyTaskItem.enterpriseId, enterpriseId), eq(studyTaskItem.taskId, taskId));
  const stored = await db.select().from(studyTaskItem).where(ofTask);
  const written: string[] = [];
  for (const [sort, { after, releaseAt, ...subject }] of items.entries()) {
    const before = stored.find((row) => !differs(row, subject));
    const { course, exam, coaching, form } = task.items[sort]!;
    const row = { taskId, ...subject, sort, releaseAt, afterIds: after.map((place) => written[place]!) };
    const name = `${task.code}/${course ?? exam ?? coaching ?? form}`;
    written.push(await write(importing, { kind: 'task item', name }, studyTaskItem, before, row));
  }
  for (const { id } of stored.filter((row) => !written.includes(row.id))) {
    await db.delete(studyTaskItem).where(and(ofTask, eq(studyTaskItem.id, id)));
    tally.add('task item', 'updated', task.code);
  }
}

/** Replaces the audience of a task, which reaches those who join later. */
async function writeAudience({ db, enterpriseId }: Importing, taskId: string, { rules, people }: TaskParts): Promise<void> {
  const own = { enterpriseId, taskId };
  for (const table of [studyTaskRule, studyTaskPerson])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.taskId, taskId)));
  if (rules.length > 0) await db.insert(studyTaskRule).values(rules.map((rule) => ({ ...own, ...rule })));
  if (people.length > 0) await db.insert(studyTaskPerson).values(people.map((person) => ({ ...own, ...person })));
}

/** Writes the assignments of a task, also of one that has ended. An assignment is deleted only if the user has no progress in the task. */
async function writeAssignees({ db, enterpriseId, tally, now }: Importing, { code }: Task, taskId: string): Promise<void> {
  const { given, taken } = await assign(db, enterpriseId, now, [taskId]);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from portal.task_audience(${enterpriseId}, ${`{${taskId}}`}::uuid[], null)`,
  );
  const add = (outcome: Outcome, count: number) => {
    for (let n = 0; n < count; n += 1) tally.add('task assignment', outcome, code);
  };
  add('created', given);
  add('unchanged', rows[0]!.count - given);
  add('updated', taken);
}
