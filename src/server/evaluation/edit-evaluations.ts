import { and, eq, inArray, sql } from 'drizzle-orm';
import type { RubricContent } from '#src/contract/rules/evaluation.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { DocumentError, Editing } from '#src/server/core/content-kind.ts';
import type { CourseItem } from '#src/server/course/edit/course-document.ts';
import { evaluationForm, evaluationFormAssessor, rubric } from './tables.ts';

/* Rubrics of practical operations and job evaluations as parts of the document of their course (docs/specification.md, section "Editing content"). */

type Document = NonNullable<CourseItem['evaluation']>;
type Item = Pick<CourseItem, 'id' | 'name' | 'type' | 'evaluation'>;
type Criterion = RubricContent['criteria'][number];

/** Reads how the items of a course are scored, by the id of the item. */
export async function readEvaluationForms(
  { db, enterpriseId }: Editing,
  courseId: string,
): Promise<Map<string, Document>> {
  const { rows } = await db.execute<Omit<Document, 'criteria'> & { resourceId: string; criteria: Criterion[] }>(sql`
    select f.resource_id as "resourceId", f.max_tries as tries, b.pass_mark as "passMark", b.criteria,
           coalesce((select json_agg(json_build_object('userId', u.user_id, 'userName', u.user_name) order by u.user_name, u.user_id)
                     from evaluation_form_assessor a
                     join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
                     where a.enterprise_id = f.enterprise_id and a.form_id = f.id), '[]') as assessors
    from evaluation_form f
    join rubric b on b.enterprise_id = f.enterprise_id and b.id = f.rubric_id
    join course_resource r on r.enterprise_id = f.enterprise_id and r.id = f.resource_id
    where f.enterprise_id = ${enterpriseId} and r.course_id = ${courseId} and f.published`);
  return new Map(
    rows.map(({ resourceId, criteria, ...settings }) => [
      resourceId,
      {
        ...settings,
        criteria: criteria.map(({ code, title, description, weight, levels }) => ({
          ...{ code, title, description, weight },
          levels: levels.map((level) => ({ ...level, description: level.description ?? '' })),
        })),
      },
    ]),
  );
}

/**
 * Stores how the items of a course are scored. Each has a rubric of its own then, also one that a content pack has brought and that others
 * share. Evaluations that have begun keep the rubric and the assessors with which they began.
 */
export async function writeEvaluationForms(
  { db, enterpriseId }: Editing,
  courseId: string,
  items: readonly Item[],
): Promise<void> {
  const scored = items.filter(isScored);
  const approved = scored.filter(({ evaluation }) => evaluation === null).map(({ id }) => id);
  const ofItems = (ids: string[]) =>
    and(eq(evaluationForm.enterpriseId, enterpriseId), inArray(evaluationForm.resourceId, ids));
  if (approved.length > 0) await db.update(evaluationForm).set({ published: false }).where(ofItems(approved));
  for (const { id, name, type, evaluation: document } of scored) {
    if (!document) continue;
    const { passMark, tries, assessors } = document;
    const content = { title: name, passMark, criteria: document.criteria.map(storedCriterion), published: true };
    const [{ id: rubricId }] = (await db
      .insert(rubric)
      .values({ enterpriseId, code: `portal-${id}`, ...content })
      .onConflictDoUpdate({ target: [rubric.enterpriseId, rubric.code], set: content })
      .returning({ id: rubric.id })) as [{ id: string }];
    const settings = {
      ...{ kind: type === 'practice' ? ('practice' as const) : ('job' as const), title: name },
      ...{ rubricId, maxTries: tries, published: true },
    };
    const [stored] = await db
      .select({ id: evaluationForm.id })
      .from(evaluationForm)
      .where(ofItems([id]));
    const formId = stored?.id ?? (await addForm());
    if (stored)
      await db
        .update(evaluationForm)
        .set(settings)
        .where(ofItems([id]));
    const userIds = [...new Set(assessors.map(({ userId }) => userId))];
    await db
      .delete(evaluationFormAssessor)
      .where(and(eq(evaluationFormAssessor.enterpriseId, enterpriseId), eq(evaluationFormAssessor.formId, formId)));
    if (userIds.length > 0)
      await db.insert(evaluationFormAssessor).values(userIds.map((userId) => ({ enterpriseId, formId, userId })));

    /** The code is the one that a pack would give, so that one that brings the form later finds it. */
    async function addForm(): Promise<string> {
      const { rows } = await db.execute<{ code: string }>(sql`
        select 'resource:' || c.code || ':' || r.code as code
        from course_resource r join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
        where r.enterprise_id = ${enterpriseId} and r.id = ${id} and r.course_id = ${courseId}`);
      const [made] = await db
        .insert(evaluationForm)
        .values({ enterpriseId, code: rows[0]!.code, resourceId: id, ...settings })
        .returning({ id: evaluationForm.id });
      return made!.id;
    }
  }
}

/** Returns what is wrong with the rubrics of a course. Whether the assessors are members is not checked. */
export async function evaluationErrors(editing: Editing, items: readonly Item[]): Promise<DocumentError[]> {
  const errors: DocumentError[] = [];
  const open = await openEvaluations(editing, items);
  for (const [n, item] of items.entries()) {
    const { id, type, evaluation: document } = item;
    const at = `items.${n}.evaluation`;
    const wrong = (name: string, key: string) => errors.push({ field: `${at}${name}`, key });
    if (!isScored(item)) {
      if (document) wrong('', 'field.invalid');
      continue;
    }
    if (document === undefined) continue;
    if (document === null) {
      // Nobody could complete it.
      if (type === 'evaluation') wrong('', 'field.noCriteria');
      else if (open.has(id)) wrong('', 'field.evaluationBegun');
      continue;
    }
    const { criteria, assessors } = document;
    if (criteria.length === 0) wrong('.criteria', 'field.noCriteria');
    else if (criteria.reduce((sum, { weight }) => sum + weight, 0) !== 100) wrong('.criteria', 'field.weights');
    if (new Set(criteria.map(({ code }) => code)).size < criteria.length) wrong('.criteria', 'field.invalid');
    // Who leads somebody is one person.
    if (type === 'evaluation' && assessors.length > 1) wrong('.assessors', 'field.oneSuperior');
    for (const [c, { title, levels }] of criteria.entries()) {
      if (!title.trim()) wrong(`.criteria.${c}.title`, 'field.required');
      for (const [l, level] of levels.entries()) {
        if (!level.title.trim()) wrong(`.criteria.${c}.levels.${l}.title`, 'field.required');
        if (levels.findIndex(({ points }) => points === level.points) < l)
          wrong(`.criteria.${c}.levels.${l}.points`, 'field.samePoints');
      }
    }
  }
  return errors;
}

/** Names of the items that a publication scores otherwise while evaluations of them are going on. */
export async function changedEvaluations(
  editing: Editing,
  courseId: string,
  items: readonly Item[],
): Promise<string[]> {
  const now = await readEvaluationForms(editing, courseId);
  const open = await openEvaluations(editing, items);
  const rules = ({ assessors, ...document }: Document) =>
    canonicalJson({ ...document, assessors: assessors.map(({ userId }) => userId).sort() });
  return items
    .filter(({ id, evaluation: document }) => {
      const before = now.get(id);
      return document && before && open.has(id) && rules(document) !== rules(before);
    })
    .map(({ name }) => name);
}

const isScored = ({ type }: Pick<Item, 'type'>): boolean => type === 'practice' || type === 'evaluation';

/** An empty description of a level is none. */
const storedCriterion = ({ levels, ...criterion }: Document['criteria'][number]): Criterion => ({
  ...criterion,
  levels: levels.map(({ description, ...level }) => ({ ...level, ...(description && { description }) })),
});

/** Items of which somebody has an evaluation that is not done. */
async function openEvaluations({ db, enterpriseId }: Editing, items: readonly Item[]): Promise<Set<string>> {
  const ids = items.filter(isScored).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct f.resource_id as id
    from evaluation_form f join evaluation e on e.enterprise_id = f.enterprise_id and e.form_id = f.id
    where f.enterprise_id = ${enterpriseId} and f.resource_id = any (${sql.param(ids)}::uuid[]) and e.state <> 'done'`);
  return new Set(rows.map(({ id }) => id));
}
