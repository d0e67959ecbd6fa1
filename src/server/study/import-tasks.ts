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
    if (differs(stored(taskId), { rules: parts.rules, people: parts.people }))
      await writeAudience(importing, taskId, parts);
    await writeAssignees(importing, task, taskId);
  }
  const after = await taskRows(importing);
  const known = new Map(before.map((row) => [row.id, row]));
  const changed = after.filter((row) => {
    const last = known.get(row.id);
    const parts = edits.isKept('task', row.code) ? undefined : wanted.get(row.code);
    return !last || differs(last, row) || (parts !== undefined && differs(stored(row.id), parts));
  });
  await markChanged(importing, changed, known);
}

const taskRows = ({ db, enterpriseId }: Importing) =>
  db.select().from(studyTask).where(eq(studyTask.enterpriseId, enterpriseId));

/**
 * The progress of the members of these tasks is computed anew. Who edits one of them in the portal sees that it was changed.
 * @param known those that there were before
 */
async function markChanged(
  { db, enterpriseId }: Importing,
  tasks: { id: string }[],
  known: ReadonlyMap<string, unknown>,
): Promise<void> {
  const mark = async (ids: string[], raised: number) => {
    if (ids.length === 0) return;
    await db
      .update(studyTask)
      .set({ revision: sql`${studyTask.revision} + ${raised}`, stale: true })
      .where(and(eq(studyTask.enterpriseId, enterpriseId), inArray(studyTask.id, ids)));
  };
  const ids = tasks.map(({ id }) => id);
  await mark(
    ids.filter((id) => known.has(id)),
    1,
  );
  await mark(
    ids.filter((id) => !known.has(id)),
    0,
  );
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
async function writeAudience(
  { db, enterpriseId }: Importing,
  taskId: string,
  { rules, people }: TaskParts,
): Promise<void> {
  const own = { enterpriseId, taskId };
  for (const table of [studyTaskRule, studyTaskPerson])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.taskId, taskId)));
  if (rules.length > 0) await db.insert(studyTaskRule).values(rules.map((rule) => ({ ...own, ...rule })));
  if (people.length > 0) await db.insert(studyTaskPerson).values(people.map((person) => ({ ...own, ...person })));
}

/** Writes the assignments of a task, also of one that has ended. An assignment is deleted only if the user has no progress in the task. */
async function writeAssignees(
  { db, enterpriseId, tally, now }: Importing,
  { code }: Task,
  taskId: string,
): Promise<void> {
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
