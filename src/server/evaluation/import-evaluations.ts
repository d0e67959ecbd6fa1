import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { evaluationForm, evaluationFormAssessor, type FormKind, rubric } from '#src/server/evaluation/tables.ts';
import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Resource } from '#src/server/pack/pack-courses.ts';
import { taskFormCode } from '#src/server/pack/pack-evaluation.ts';

type Ids = ReadonlyMap<string, string>;
type Form = {
  code: string;
  /** Code of the course of a resource. */
  course?: string;
  kind: FormKind;
  title: string;
  rubric: string;
  resourceId: string | null;
  maxTries: number;
  phones: string[];
};

/** Imports rubrics and the forms of resources and tasks. @returns ids of the forms by code */
export async function importEvaluations(importing: Importing, people: Ids, courses: Ids): Promise<Ids> {
  const { pack } = importing;
  const rubrics = await syncByCode(
    importing,
    'rubric',
    rubric,
    pack.rubrics.map((entry) => ({ ...entry })),
  );
  const wanted = [...(await resourceForms(importing, courses)), ...taskForms(importing)];
  const forms = await syncByCode(
    importing,
    'evaluationForm',
    evaluationForm,
    wanted.map(({ code, kind, title, rubric: name, resourceId, maxTries }) => ({
      ...{ code, kind, title, resourceId, maxTries },
      rubricId: rubrics.get(name)!,
    })),
  );
  for (const form of wanted) {
    // Those of a course that the portal has taken over are the portal's; its forms are kept like everything that was edited.
    if (form.course !== undefined && importing.edits.isTakenOver('course', form.course)) continue;
    const userIds = [...new Set(form.phones.map((phone) => people.get(phone)!))];
    await writeAssessors(importing, { id: forms.get(form.code)!, code: form.code }, userIds);
  }
  return forms;
}

async function resourceForms({ db, enterpriseId, pack }: Importing, courses: Ids): Promise<Form[]> {
  const forms: Form[] = [];
  for (const course of pack.courses) {
    const courseId = courses.get(course.code)!;
    const rows = await db
      .select({ id: courseResource.id, code: courseResource.code })
      .from(courseResource)
      .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.courseId, courseId)));
    const ids = new Map(rows.map(({ id, code }) => [code, id]));
    for (const resource of flat(course.resources)) {
      const common = {
        code: `resource:${course.code}:${resource.code}`,
        course: course.code,
        title: resource.subResourceName,
        resourceId: ids.get(resource.code)!,
      };
      const { practice, evaluation } = resource;
      if (practice)
        forms.push({
          ...common,
          kind: 'practice',
          rubric: practice.rubric,
          maxTries: practice.tries,
          phones: practice.assessors,
        });
      if (evaluation) {
        const phones = evaluation.superior === undefined ? [] : [evaluation.superior];
        forms.push({ ...common, kind: 'job', rubric: evaluation.rubric, maxTries: evaluation.tries, phones });
      }
    }
  }
  return forms;
}

const taskForms = ({ pack }: Importing): Form[] =>
  pack.tasks.flatMap((task) =>
    task.items.flatMap(({ form, superior }) =>
      form === undefined
        ? []
        : [
            {
              code: taskFormCode(task.code, form),
              kind: 'assessment' as const,
              title: pack.rubrics.find(({ code }) => code === form)!.title,
              rubric: form,
              resourceId: null,
              maxTries: 1,
              phones: superior === undefined ? [] : [superior],
            },
          ],
    ),
  );

const flat = (resources: Resource[]): Resource[] =>
  resources.flatMap((resource) => [resource, ...flat(resource.children ?? [])]);

async function writeAssessors(
  { db, enterpriseId, tally }: Importing,
  { id: formId, code }: { id: string; code: string },
  userIds: string[],
): Promise<void> {
  const ofForm = and(eq(evaluationFormAssessor.enterpriseId, enterpriseId), eq(evaluationFormAssessor.formId, formId));
  const stored = (await db.select().from(evaluationFormAssessor).where(ofForm)).map(({ userId }) => userId);
  for (const userId of userIds) {
    tally.add('assessor', stored.includes(userId) ? 'unchanged' : 'created', code);
    if (!stored.includes(userId)) await db.insert(evaluationFormAssessor).values({ enterpriseId, formId, userId });
  }
  for (const userId of stored.filter((each) => !userIds.includes(each))) {
    await db.delete(evaluationFormAssessor).where(and(ofForm, eq(evaluationFormAssessor.userId, userId)));
    tally.add('assessor', 'updated', code);
  }
}
