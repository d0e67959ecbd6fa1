import type { marking } from '#src/contract/marking.ts';
import type { markingAppeal } from '#src/contract/marking-appeal.ts';
import { mintExam, right } from '../exam.ts';
import { ok } from '../portal.ts';
import { mintSwitchAppeal } from './exam-evidence-inputs.ts';
import { submitAttempt, withApplicant, type Inputs, type Scene } from '../scene.ts';

/** A submitted attempt of another member, to be marked. */
const submitted = async (scene: Scene) => ({ attemptId: await submitAttempt(await withApplicant(scene)) });

/** A submitted attempt of the user at an exam of its own, so that nothing is withheld from markers. */
async function handIn({ world, person }: Scene) {
  const { id: examId, ids } = await mintExam(world.tenant, { title: `Exam ${world.mark}` });
  const questionId = ids.short[0]!;
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: examId });
  const answers = [{ questionId, epoch: 1, revision: 1, answer: `${right.short} ${world.mark}` }];
  await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
  return { examId, attemptId, questionId };
}
const handedIn = async (scene: Scene) => handIn(await withApplicant(scene));

/** The same, marked. */
async function marked(scene: Scene) {
  const { attemptId, questionId } = await handIn(scene);
  const { lecturer, admin } = scene.world;
  const marker = scene.person.userId === lecturer.userId ? admin : lecturer;
  await ok(marker, 'POST /exam/auth/exam/marking/save', { attemptId, marks: [{ questionId, score: 5 }] });
  return { attemptId, questionId };
}

/** An appeal of the user against a mark. */
export async function mintMarkAppeal(scene: Scene) {
  const question = await marked(scene);
  const reason = `Both steps are there ${scene.world.mark}`;
  return ok(scene.person, 'POST /exam/auth/user/exam/appeal/save', { ...question, reason });
}

export const markingInputs: Inputs<keyof typeof marking> = {
  'POST /exam/auth/exam/marking/page': ({ world }) => ({ examId: world.exam.id }),
  'POST /exam/auth/exam/marking/waiting/page': () => ({}),
  'GET /exam/auth/exam/marking/waiting/count': () => ({}),
  'POST /exam/auth/exam/marking/switch/page': async (scene) => {
    await mintSwitchAppeal(scene);
    return {};
  },
  'GET /exam/auth/exam/marking/view': submitted,
  'GET /exam/auth/exam/marking/late/page': async (scene) => ({
    ...(await submitted(scene)),
    questionId: scene.world.exam.ids.short[0]!,
  }),
  'POST /exam/auth/exam/marking/save': async (scene) => ({
    ...(await submitted(scene)),
    marks: [{ questionId: scene.world.exam.ids.short[0]!, score: 15, remark: `Good ${scene.world.mark}` }],
  }),
  'POST /exam/auth/exam/marking/exam/page': () => ({}),
  'GET /exam/auth/exam/marking/queue/view': async (scene) => ({ examId: (await handedIn(scene)).examId }),
  'POST /exam/auth/exam/marking/answer/open': async (scene) => ({ examId: (await handedIn(scene)).examId }),
  'GET /exam/auth/exam/marking/answer/equal': async (scene) => {
    const { attemptId, questionId } = await handedIn(scene);
    return { attemptId, questionId };
  },
  'POST /exam/auth/exam/marking/answer/save': async (scene) => {
    const { attemptId, questionId } = await handedIn(scene);
    return { attemptId, questionId, score: 12, remark: `Good ${scene.world.mark}` };
  },
  'POST /exam/auth/exam/marking/note/save': async (scene) => ({
    ...{ questionId: (await handedIn(scene)).questionId, body: `Half for the unit ${scene.world.mark}` },
  }),
  'PUT /exam/auth/exam/marking/rubric/save': async (scene) => ({
    questionId: (await handedIn(scene)).questionId,
    criteria: [{ text: `Names the law ${scene.world.mark}`, points: 20 }],
  }),
  'POST /exam/auth/exam/marking/publish': async (scene) => {
    const { attemptId } = await marked(await withApplicant(scene));
    const { examId } = await ok(scene.world.lecturer, 'GET /exam/auth/exam/marking/view', { attemptId });
    return { examId };
  },
};

export const markingAppealInputs: Inputs<keyof typeof markingAppeal> = {
  'POST /exam/auth/exam/marking/appeal/page': () => ({}),
  'POST /exam/auth/exam/marking/appeal/answer': async (scene) => ({
    id: (await mintMarkAppeal(await withApplicant(scene))).id,
    ...{ outcome: 'upheld', score: 15, answer: `The second step counts ${scene.world.mark}` },
  }),
  'POST /exam/auth/user/exam/appeal/save': async (scene) => ({
    ...(await marked(scene)),
    reason: `The unit is right ${scene.world.mark}`,
  }),
  'GET /exam/auth/user/exam/appeal/list': async (scene) => ({ attemptId: (await marked(scene)).attemptId }),
};
