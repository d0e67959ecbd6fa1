import { and, eq, notInArray, sql } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { studyTaskItem } from '#src/server/study/tables/study.ts';
import type { OperationInput } from '#src/contract/calls.ts';

type Item = TaskDraft['items'][number];
type Subject = Pick<typeof studyTaskItem.$inferSelect, 'courseId' | 'examId' | 'coachingPlanId' | 'evaluationFormId'>;

const COLUMNS = {
  course: 'courseId',
  exam: 'examId',
  coaching: 'coachingPlanId',
  form: 'evaluationFormId',
  rubric: 'evaluationFormId',
} as const satisfies Record<Item['kind'], keyof Subject>;
const NONE: Subject = { courseId: null, examId: null, coachingPlanId: null, evaluationFormId: null };

/**
 * Writes the items of a task; those that stay keep their ids. For a rubric an assessment is made.
 * @throws AppError 404 for a subject that does not exist, or an assessment of another task; 422 for one that occurs twice, and for an item
 *   that waits for one below it
 */
export async function writeItems(ctx: Context, taskId: string, { items }: TaskDraft): Promise<void> {
  const { db, tenant } = ctx;
  const ofTask = and(eq(studyTaskItem.enterpriseId, tenant.id), eq(studyTaskItem.taskId, taskId));
  const stored = await db.select().from(studyTaskItem).where(ofTask);
  await checkItems(ctx, items, stored);
  const ids = new Map<string, string>();
  for (const [sort, { kind, subjectId, releaseAt, waitsFor }] of items.entries()) {
    const id = kind === 'rubric' ? await makeForm(ctx, subjectId) : subjectId;
    const subject = { ...NONE, [COLUMNS[kind]]: id };
    const before = stored.find((row) => row[COLUMNS[kind]] === id);
    const row = {
      sort,
      releaseAt: releaseAt === null ? null : new Date(releaseAt),
      afterIds: waitsFor.map((each) => ids.get(each)!),
    };
    if (before)
      await db
        .update(studyTaskItem)
        .set(row)
        .where(and(ofTask, eq(studyTaskItem.id, before.id)));
    const made = before
      ? []
      : await db
          .insert(studyTaskItem)
          .values({ enterpriseId: tenant.id, taskId, ...subject, ...row })
          .returning({ id: studyTaskItem.id });
    ids.set(subjectId, before?.id ?? made[0]!.id);
  }
  await db.delete(studyTaskItem).where(and(ofTask, notInArray(studyTaskItem.id, [...ids.values()])));
}

async function checkItems({ db, tenant }: Context, items: Item[], stored: Subject[]): Promise<void> {
  for (const [n, { subjectId, waitsFor }] of items.entries()) {
    const above = items.slice(0, n).map((item) => item.subjectId);
    const wrong = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });
    if (above.includes(subjectId)) throw wrong('items', 'field.taskItemTwice');
    if (!waitsFor.every((id) => above.includes(id))) throw wrong(`items.${n}.waitsFor`, 'field.taskItemOrder');
  }
  // What the task has already may have been unpublished since.
  const isStored = ({ kind, subjectId }: Item) => stored.some((row) => row[COLUMNS[kind]] === subjectId);
  const added = items.filter((item) => !isStored(item));
  const { rows } = await db.execute<{ id: string }>(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as g (kind text, "subjectId" uuid)
    )
    select g."subjectId" as id from given g
    where case g.kind
      when 'course' then exists (select from course c
        where c.enterprise_id = ${tenant.id} and c.id = g."subjectId" and c.status <> 'unpublished')
      when 'exam' then exists (select from exam e where e.enterprise_id = ${tenant.id} and e.id = g."subjectId" and e.published)
      when 'coaching' then exists (select from coaching_plan p
        where p.enterprise_id = ${tenant.id} and p.id = g."subjectId" and p.published)
      when 'rubric' then exists (select from rubric r where r.enterprise_id = ${tenant.id} and r.id = g."subjectId" and r.published)
      else false end`);
  if (rows.length !== added.length) throw notFound();
}

/** Makes an assessment by a rubric, by the head of the department of each member. @returns the id of its form */
export async function makeForm({ db, tenant }: Context, rubricId: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select portal.assessment_by_rubric(${tenant.id}, ${rubricId}) as id`,
  );
  return rows[0]!.id;
}

/** Copies the items of a task to another one; assessments are made anew, because each belongs to one task. */
export async function copyItems(ctx: Context, from: string, to: string): Promise<void> {
  const { db, tenant } = ctx;
  const items = await db
    .select()
    .from(studyTaskItem)
    .where(and(eq(studyTaskItem.enterpriseId, tenant.id), eq(studyTaskItem.taskId, from)))
    .orderBy(studyTaskItem.sort, studyTaskItem.id);
  const ids = new Map<string, string>();
  for (const { id, afterIds, releaseAt: _, taskId: __, evaluationFormId, ...item } of items) {
    const formId = evaluationFormId && (await makeForm(ctx, await rubricOf(ctx, evaluationFormId)));
    const afterNew = afterIds.flatMap((each) => ids.get(each) ?? []);
    const [made] = await db
      .insert(studyTaskItem)
      .values({ ...item, taskId: to, evaluationFormId: formId, afterIds: afterNew })
      .returning({ id: studyTaskItem.id });
    ids.set(id, made!.id);
  }
}

async function rubricOf({ db, tenant }: Context, formId: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select f.rubric_id as id from evaluation_form f where f.enterprise_id = ${tenant.id} and f.id = ${formId}`,
  );
  return rows[0]!.id;
}
export type TaskDraft = OperationInput<'POST /course/auth/study/tasks/save'>;
