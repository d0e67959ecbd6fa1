import { and, eq, sql } from 'drizzle-orm';
import { meanScore, type Scores, weightedScore } from '#src/contract/rules/evaluation.ts';
import { evaluation, evaluationAssessment, evaluationForm, rubric } from '#src/server/evaluation/tables.ts';
import { assessorsFor } from '#src/server/evaluation/assessors.ts';
import { finishEvaluation } from '#src/server/evaluation/finish-evaluation.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { InitialEvaluation } from '#src/server/pack/pack-evaluation.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports job evaluations that have begun. One that is there already is not changed, because people go on with it.
 * @param forms ids of `importEvaluations`
 */
export async function importStartedEvaluations(importing: Importing, people: Ids, forms: Ids): Promise<void> {
  for (const entry of importing.pack.evaluations) await importOne(importing, entry, people, forms);
}

async function importOne(importing: Importing, entry: InitialEvaluation, people: Ids, forms: Ids): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  const name = `${entry.resource}/${entry.phone}`;
  const userId = people.get(entry.phone)!;
  const [found] = await db
    .select({ form: evaluationForm, rubric })
    .from(evaluationForm)
    .innerJoin(
      rubric,
      and(eq(rubric.enterpriseId, evaluationForm.enterpriseId), eq(rubric.id, evaluationForm.rubricId)),
    )
    .where(
      and(
        eq(evaluationForm.enterpriseId, enterpriseId),
        eq(evaluationForm.id, forms.get(`resource:${entry.course}:${entry.resource}`)!),
      ),
    );
  const { form, rubric: { title, passMark, criteria } } = found!; // prettier-ignore
  const key = { enterpriseId, formId: form.id, userId };
  const isKnown = and(
    eq(evaluation.enterpriseId, enterpriseId),
    eq(evaluation.formId, form.id),
    eq(evaluation.userId, userId),
  );
  const superiors = await assessorsFor(db, key);
  if ((await db.$count(evaluation, isKnown)) > 0 || superiors.length === 0) {
    tally.add('evaluation', 'unchanged', name);
    return;
  }
  const at = momentOf(importing, entry.at);
  const score = (points: Record<string, number>) => {
    const scores: Scores = Object.fromEntries(
      Object.entries(points).map(([code, each]) => [code, { points: each, comment: '' }]),
    );
    return { scores, hundredths: weightedScore({ criteria }, scores) };
  };
  const self = score(entry.self);
  const given = entry.superior && score(entry.superior);
  const mean = given && meanScore([given.hundredths], passMark);
  const result = mean?.score;
  const [row] = await db
    .insert(evaluation)
    .values({
      ...key,
      state: entry.talk ? 'confirmation' : given ? 'talk' : 'superiorAssessment',
      rubric: { title, passMark, criteria },
      submittedAt: at,
      score: result,
      ...(entry.talk && { talkAt: at, talkNote: entry.talk }),
      ...(entry.confirmed && { selfConfirmedAt: at, superiorConfirmedAt: at }),
      gmtCreate: at,
      gmtModified: at,
    })
    .returning();
  const common = { enterpriseId, evaluationId: row!.id, gmtModified: at };
  await db.insert(evaluationAssessment).values([
    {
      ...{ ...common, userId, role: 'self', scores: self.scores, comment: entry.selfComment ?? '' },
      ...{ score: sql`${self.hundredths}::numeric / 100`, submittedAt: at },
    },
    ...superiors.map((superior) => ({
      ...{ ...common, userId: superior.userId, role: 'assessor' as const, scores: given?.scores ?? {} },
      ...{ comment: entry.superiorComment ?? '', score: result ?? null, submittedAt: given ? at : null },
    })),
  ]);
  if (entry.confirmed) {
    const { timeZone } = pack.site;
    const tenant = { id: enterpriseId, timeZone };
    await finishEvaluation({ db, tenant }, row!, form, { ...mean!, at });
  }
  tally.add('evaluation', 'created', name);
}
