import { eq, sql } from 'drizzle-orm';
import { studyTaskItem } from '#src/server/study/tables/study.ts';
import { studyTaskPerson, studyTaskRule } from '#src/server/study/tables/task-audience.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { Task } from '#src/server/pack/pack-courses.ts';
import { taskFormCode } from '#src/server/pack/pack-evaluation.ts';

type Ids = ReadonlyMap<string, string>;
/** Ids by code of what items of tasks may be. */
export type Subjects = { courses: Ids; exams: Ids; coachings: Ids; forms: Ids };

type Item = Pick<
  typeof studyTaskItem.$inferSelect,
  'courseId' | 'examId' | 'coachingPlanId' | 'evaluationFormId' | 'releaseAt'
> & {
  /** Places of the items that it waits for. */
  after: number[];
};
type Rule = Pick<
  typeof studyTaskRule.$inferSelect,
  'excluded' | 'departmentId' | 'withBelow' | 'positionId' | 'joinedSince'
>;
/** What a task consists of beside its own row, without ids that an import makes anew. */
export type TaskParts = { items: Item[]; rules: Rule[]; people: { userId: string; excluded: boolean }[] };

/** What the pack says about the parts of its tasks, by code. Departments and positions that do not exist are created. */
export async function partsOfEntries(
  importing: Importing,
  people: Ids,
  subjects: Subjects,
): Promise<Map<string, TaskParts>> {
  const places = await placeIds(importing);
  return new Map(
    importing.pack.tasks.map((task) => [
      task.code,
      { items: itemsOf(importing, task, subjects), ...audienceOf(task, people, places) },
    ]),
  );
}

function itemsOf(importing: Importing, task: Task, subjects: Subjects): Item[] {
  const codes = task.items.map(({ course, exam, coaching, form }) => (course ?? exam ?? coaching ?? form)!);
  return task.items.map(({ course, exam, coaching, form, release, after = [] }, place) => ({
    courseId: course === undefined ? null : subjects.courses.get(course)!,
    examId: exam === undefined ? null : subjects.exams.get(exam)!,
    coachingPlanId: coaching === undefined ? null : subjects.coachings.get(coaching)!,
    evaluationFormId: form === undefined ? null : subjects.forms.get(taskFormCode(task.code, form))!,
    releaseAt: release === undefined ? null : momentOf(importing, release),
    after: after.map((code) => codes.slice(0, place).lastIndexOf(code)).sort(),
  }));
}

type Places = { departments: Ids; positions: Ids };

function audienceOf(
  { assignees: to }: Task,
  people: Ids,
  { departments, positions }: Places,
): Omit<TaskParts, 'items'> {
  const plain = { excluded: false, departmentId: null, withBelow: true, positionId: null, joinedSince: null };
  if (to === 'all') return { rules: [plain], people: [] };
  if ('departments' in to) {
    const paths = [...new Set(to.departments)];
    return { rules: sorted(paths.map((path) => ({ ...plain, departmentId: departments.get(path)! }))), people: [] };
  }
  const named = new Map<string, boolean>();
  for (const phone of to.phones ?? []) named.set(people.get(phone)!, false);
  for (const phone of ('except' in to ? to.except : undefined) ?? []) named.set(people.get(phone)!, true);
  const rules = ('rules' in to ? to.rules : []).map(({ department, position, joinedSince = null, ...rule }) => ({
    ...{ ...rule, joinedSince },
    departmentId: department === undefined ? null : departments.get(department)!,
    positionId: position === undefined ? null : positions.get(position)!,
  }));
  return { rules: sorted(rules), people: sorted([...named].map(([userId, excluded]) => ({ userId, excluded }))) };
}

/** Ids of the departments and positions that audiences of tasks name. */
async function placeIds({ db, enterpriseId, pack }: Importing): Promise<Places> {
  const rules = pack.tasks.flatMap(({ assignees: to }) => (to !== 'all' && 'rules' in to ? to.rules : []));
  const paths = pack.tasks.flatMap(({ assignees: to }) => (to !== 'all' && 'departments' in to ? to.departments : []));
  const idsOf = async (names: (string | undefined)[], find: 'department_of_path' | 'position_of_name') => {
    const given = [...new Set(names)].filter((name) => name !== undefined);
    const { rows } = await db.execute<{ name: string; id: string }>(sql`
      select n.name, ${sql.raw(`portal.${find}`)}(${enterpriseId}, n.name) as id
      from unnest(${sql.param(given)}::text[]) n (name)`);
    return new Map(rows.map(({ name, id }) => [name, id]));
  };
  return {
    departments: await idsOf([...paths, ...rules.map(({ department }) => department)], 'department_of_path'),
    positions: await idsOf(
      rules.map(({ position }) => position),
      'position_of_name',
    ),
  };
}

/** Reads the parts of all tasks of the tenant. @returns by task */
export async function storedTaskParts({ db, enterpriseId }: Importing): Promise<(taskId: string) => TaskParts> {
  const byTask = async <T extends { taskId: string }>(rows: Promise<T[]>) =>
    Map.groupBy(await rows, ({ taskId }) => taskId);
  const items = await byTask(
    db
      .select()
      .from(studyTaskItem)
      .where(eq(studyTaskItem.enterpriseId, enterpriseId))
      .orderBy(studyTaskItem.sort, studyTaskItem.id),
  );
  const rules = await byTask(db.select().from(studyTaskRule).where(eq(studyTaskRule.enterpriseId, enterpriseId)));
  const people = await byTask(db.select().from(studyTaskPerson).where(eq(studyTaskPerson.enterpriseId, enterpriseId)));
  return (taskId) => {
    const own = items.get(taskId) ?? [];
    return {
      items: own.map(({ courseId, examId, coachingPlanId, evaluationFormId, releaseAt, afterIds }) => ({
        ...{ courseId, examId, coachingPlanId, evaluationFormId, releaseAt },
        after: afterIds.map((id) => own.findIndex((item) => item.id === id)).sort(),
      })),
      rules: sorted(
        (rules.get(taskId) ?? []).map(({ excluded, departmentId, withBelow, positionId, joinedSince }) => ({
          ...{ excluded, departmentId, withBelow, positionId, joinedSince },
        })),
      ),
      people: sorted((people.get(taskId) ?? []).map(({ userId, excluded }) => ({ userId, excluded }))),
    };
  };
}

/** In an order that depends only on the rows. */
const sorted = <T extends object>(rows: T[]): T[] => {
  const textOf = (row: T) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return rows.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
};
