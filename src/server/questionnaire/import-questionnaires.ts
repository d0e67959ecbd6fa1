import { and, eq, sql } from 'drizzle-orm';
import { dayOf } from '#src/lib/dates.ts';
import { checkAnswers } from '#src/contract/rules/questionnaire.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { questionnaire, questionnaireCompletion } from '#src/server/questionnaire/tables.ts';
import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import type { Pack } from '#src/server/pack/pack.ts';
import type { Mistake } from '../pack/located.ts';
import { PackError } from '#src/server/pack/pack-refused.ts';
import { storedAnswers, storedPages } from '#src/server/pack/questionnaire-pages.ts';
import { changeOf, withRetired } from './answered-questions.ts';
import { storeAnswers } from '#src/server/questionnaire/store-answers.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';

type Ids = ReadonlyMap<string, string>;
type Entry = Pack['questionnaires'][number];
type Resource = { id: string; courseId: string };

/**
 * Imports questionnaires and their initial answers. Questions that have been answered may be reworded; one that is removed is
 * kept for the results.
 * @throws PackError when answers would change their meaning: another kind of question, fewer options, another scale,
 *   anonymous instead of named
 */
export async function importQuestionnaires(importing: Importing, people: Ids, courses: Ids): Promise<void> {
  const { pack } = importing;
  const resources = await resourcesOf(importing, courses);
  const mistakes: Mistake[] = [];
  const rows: (typeof questionnaire.$inferInsert)[] = [];
  const used = pack.questionnaires.filter(({ value }) => resources.has(value.code));
  for (const entry of used) {
    const { code, title, introduction, anonymous, pages } = entry.value;
    const answered = await answeredVersion(importing, code);
    if (answered) mistakes.push(...changedMeanings(entry, answered));
    rows.push({
      ...{ enterpriseId: importing.enterpriseId, code, resourceId: resources.get(code)!.id, title, anonymous },
      introduction: introduction ?? null,
      pages: withRetired(storedPages(pages), answered?.pages ?? []),
    });
  }
  if (mistakes.length > 0) throw new PackError(pack.folder, mistakes);
  const ids = await syncByCode(
    importing,
    'questionnaire',
    questionnaire,
    rows as (Record<string, unknown> & { code: string })[],
  );
  for (const entry of used) {
    const { code } = entry.value;
    await importAnswers(importing, entry.value, { people, id: ids.get(code)!, resource: resources.get(code)! });
  }
}

/** Resources by the code of their questionnaire. */
async function resourcesOf({ db, enterpriseId, pack }: Importing, courses: Ids): Promise<Map<string, Resource>> {
  const found = new Map<string, Resource>();
  for (const course of pack.courses) {
    const courseId = courses.get(course.code)!;
    const stored = await db
      .select({ id: courseResource.id, code: courseResource.code })
      .from(courseResource)
      .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.courseId, courseId)));
    const walk = (resources: typeof course.resources): void => {
      for (const { code, questionnaire: named, children } of resources) {
        if (named !== undefined) found.set(named, { id: stored.find((each) => each.code === code)!.id, courseId });
        walk(children ?? []);
      }
    };
    walk(course.resources);
  }
  return found;
}

/** The stored questionnaire, if somebody has filled it in. Locked, so that nobody does so during the import. */
async function answeredVersion({ db, enterpriseId }: Importing, code: string) {
  const [stored] = await db
    .select()
    .from(questionnaire)
    .where(and(eq(questionnaire.enterpriseId, enterpriseId), eq(questionnaire.code, code)))
    .for('no key update');
  if (!stored) return null;
  const count = await db.$count(
    questionnaireCompletion,
    and(eq(questionnaireCompletion.enterpriseId, enterpriseId), eq(questionnaireCompletion.questionnaireId, stored.id)),
  );
  return count > 0 ? stored : null;
}

/** Mistakes for changes by which given answers would mean something else. */
function changedMeanings(entry: Entry, stored: typeof questionnaire.$inferSelect): Mistake[] {
  const { value, file, lineOf } = entry;
  const mistakes: Mistake[] = [];
  const wrong = (path: PropertyKey[], what: string) =>
    mistakes.push({
      ...{ file, line: lineOf(path) },
      message: `${what} although there are answers: give the new questionnaire a new "code", the results of this one are kept`,
    });
  if (value.anonymous !== stored.anonymous) wrong(['anonymous'], '"anonymous" is changed');
  const before = new Map(stored.pages.flatMap(({ questions }) => questions).map((each) => [each.code, each]));
  for (const [p, page] of storedPages(value.pages).entries())
    for (const [q, question] of page.questions.entries()) {
      const old = before.get(question.code);
      const change = old && changeOf(old, question);
      if (change) wrong(['pages', p, 'questions', q, change.at], `${change.what} of question "${question.code}"`);
    }
  return mistakes;
}

type Place = { people: Ids; id: string; resource: Resource };

/** Imports initial answers, unless somebody has filled in the questionnaire. */
async function importAnswers(
  importing: Importing,
  entry: Entry['value'],
  { people, id, resource }: Place,
): Promise<void> {
  const { db, enterpriseId, pack, now, tally } = importing;
  const { code, anonymous, answers, respondents } = entry;
  if (answers.length === 0) return;
  const { rows } = await db.execute(
    sql`select 1 from questionnaire_completion where enterprise_id = ${enterpriseId} and questionnaire_id = ${id} limit 1`,
  );
  if (rows.length > 0) return tally.add('questionnaire answers', 'unchanged', code);
  const { timeZone } = pack.site;
  const pages = storedPages(entry.pages);
  for (const [i, sheet] of answers.entries()) {
    const userId = people.get(anonymous ? respondents[i]! : sheet.phone!)!;
    const given = checkAnswers(pages, storedAnswers(pages, sheet.values)).answers;
    const completedOn = dayOf(now, timeZone);
    await storeAnswers(db, { enterpriseId, questionnaire: { id, anonymous }, userId, completedOn, answers: given });
    await completeResources(db, { enterpriseId, userId, at: now, timeZone }, [resource]);
  }
  tally.add('questionnaire answers', 'created', code);
}
