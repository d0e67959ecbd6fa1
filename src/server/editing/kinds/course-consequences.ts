import { sql } from 'drizzle-orm';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { Consequence, ContentKind, Editing } from '#src/server/core/content-kind.ts';
import type { CourseDocument, CourseItem } from '#src/server/course/edit/course-document.ts';
import { changedEvaluations } from '#src/server/evaluation/edit-evaluations.ts';
import { changedWithAnswers } from '#src/server/questionnaire/edit-questionnaires.ts';

/** Items of a course that are new or show something else. Names, places and rules may change. */
function changedItems(before: CourseDocument, { items }: CourseDocument): CourseItem[] {
  const shown = ({ type, fileId, examId, url, questions }: CourseItem) =>
    canonicalJson({ type, fileId, examId, url, questions });
  const known = new Map(before.items.map((item) => [item.id, shown(item)]));
  return items.filter((item) => item.type !== 'folder' && known.get(item.id) !== shown(item));
}

/**
 * Changed items that a publication may require to be studied again. An item that is scored is not among them unless it is new: a passed
 * evaluation cannot be tried again, so the course could not be completed any more. The same holds for questionnaires, which show nothing else.
 */
export function unstudied(before: CourseDocument, document: CourseDocument): CourseItem[] {
  const known = new Map(before.items.map((item) => [item.id, item]));
  return changedItems(before, document).filter(({ id, evaluation }) => {
    const earlier = known.get(id);
    return !earlier || !(evaluation === undefined ? earlier.evaluation : evaluation);
  });
}

/**
 * What hiding a course, or publishing this document, means for those who study it, and for what contains it.
 * @param read reads what is stored
 */
export async function courseConsequences(
  editing: Editing,
  id: string,
  change: 'hide' | { publish: CourseDocument },
  read: ContentKind<CourseDocument>['read'],
): Promise<Consequence[]> {
  const { db, enterpriseId } = editing;
  const kept = sql.param(change === 'hide' ? [] : change.publish.items.map((item) => item.id));
  type Sums = { learning: number; completed: number; removed: number; begun: number; tasks: number; projects: number };
  const { rows } = await db.execute<Sums>(sql`
    select (select count(*)::int from course_progress p where p.enterprise_id = ${enterpriseId} and p.course_id = ${id} and p.status <> 'completed') as learning,
           (select count(*)::int from course_progress p where p.enterprise_id = ${enterpriseId} and p.course_id = ${id} and p.status = 'completed') as completed,
           (select count(*)::int from course_resource r where r.enterprise_id = ${enterpriseId} and r.course_id = ${id} and r.published
              and r.id <> all (${kept}::uuid[])) as removed,
           (select count(distinct p.user_id)::int from resource_progress p join course_resource r on r.enterprise_id = p.enterprise_id and r.id = p.resource_id
            where p.enterprise_id = ${enterpriseId} and p.course_id = ${id} and r.published and r.id <> all (${kept}::uuid[])) as begun,
           (select count(distinct i.task_id)::int from study_task_item i join study_task t on t.enterprise_id = i.enterprise_id and t.id = i.task_id
            where i.enterprise_id = ${enterpriseId} and i.course_id = ${id} and t.published and t.end_at > now()) as tasks,
           (select count(*)::int from project_course c where c.enterprise_id = ${enterpriseId} and c.course_id = ${id}) as projects`);
  const { learning, completed, removed, begun, tasks, projects } = rows[0]!;
  if (change === 'hide')
    return [
      { name: 'courseLearning', count: learning },
      { name: 'courseTasks', count: tasks },
      { name: 'courseProjects', count: projects },
    ];
  const before = completed + learning > 0 ? await read(editing, id) : null;
  const answered = await changedWithAnswers(editing, id, change.publish.items);
  const scored = await changedEvaluations(editing, id, change.publish.items);
  const again = before ? unstudied(before.document, change.publish) : [];
  const known = new Set(before?.document.items.map((item) => item.id));
  const exchanged = before ? changedItems(before.document, change.publish).filter((item) => known.has(item.id)) : [];
  return [
    { name: 'courseMiddle', count: learning },
    {
      ...{ name: 'courseExchanged', count: learning > 0 ? await countBegun(editing, id, exchanged) : 0 },
      names: exchanged.map(({ name }) => name),
    },
    { name: 'courseCompleted', count: completed },
    // Offered, not done unless it is chosen.
    { name: 'courseRestudy', count: again.length > 0 ? completed : 0, names: again.map(({ name }) => name) },
    { name: 'courseRemoved', count: removed },
    { name: 'courseRemovedBegun', count: removed > 0 ? begun : 0 },
    { name: 'questionnaireAnswered', count: answered.length, names: answered },
    { name: 'evaluationBegun', count: scored.length, names: scored },
  ];
}

/** Counts the people in the middle of a course who have begun one of these items. */
async function countBegun({ db, enterpriseId }: Editing, courseId: string, items: CourseItem[]): Promise<number> {
  if (items.length === 0) return 0;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct p.user_id)::int as count from resource_progress p
    join course_progress c on c.enterprise_id = p.enterprise_id and c.course_id = p.course_id and c.user_id = p.user_id and c.status <> 'completed'
    where p.enterprise_id = ${enterpriseId} and p.course_id = ${courseId} and p.resource_id = any (${sql.param(items.map(({ id }) => id))}::uuid[])`);
  return rows[0]!.count;
}
