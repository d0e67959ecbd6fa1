import type { markingRegrade } from '#src/contract/marking-regrade.ts';
import { mintShortExam, sit } from '../exam-rules.ts';
import { ok } from '../portal.ts';
import { answer, mintChoices, questionOf } from '../regrade.ts';
import { withApplicant, type Inputs, type Scene } from '../scene.ts';

/** A question of an exam that another member has failed, and the rule by which everybody passes it. */
async function taken(scene: Scene) {
  const { world, person } = await withApplicant(scene);
  const exam = await mintShortExam(world.tenant, { title: `Exam ${world.mark}`, maxAttempts: 1 });
  await sit(person, exam, false);
  const rule = { key: null, score: null, void: 'full' as const };
  return { examId: exam.id, questionId: exam.ids.single[0]!, version: 1, rule };
}

/** The same, previewed by the lecturer of the world. */
export async function previewed(scene: Scene) {
  const regrade = await taken(scene);
  const { fingerprint } = await ok(scene.world.lecturer, 'POST /exam/auth/exam/regrade/preview', regrade);
  return { ...regrade, fingerprint, keepPasses: true, reason: `Two options were right ${scene.world.mark}` };
}

export const markingRegradeInputs: Inputs<keyof typeof markingRegrade> = {
  'GET /exam/auth/exam/regrade/view': async (scene) => {
    const { examId, questionId, version } = await taken(scene);
    return { examId, questionId, version };
  },
  'POST /exam/auth/exam/regrade/preview': taken,
  'POST /exam/auth/exam/regrade/effects': taken,
  'POST /exam/auth/exam/regrade/exam/page': async (scene) => {
    const { world, person } = await withApplicant(scene);
    const exam = await mintChoices(world.tenant, 1);
    await answer(person, await mintChoices(world.tenant, 1, { sharing: exam }), 'A');
    return questionOf(exam);
  },
  'POST /exam/auth/exam/regrade/save': previewed,
  'POST /exam/auth/exam/regrade/page': async (scene) => {
    const regrade = await previewed(scene);
    const { examId, questionId } = regrade;
    await ok(scene.world.lecturer, 'POST /exam/auth/exam/regrade/save', regrade);
    return { examId, questionId };
  },
};
