import type { questionnaire } from '#src/contract/questionnaire.ts';
import { CONTENT, fillIn, mintQuestionnaire } from '../questionnaire.ts';
import type { Inputs, Scene } from '../scene.ts';

const byResource = ({ world }: Scene) => ({ resourceId: world.questionnaire.resourceId });
const byId = ({ world }: Scene) => ({ questionnaireId: world.questionnaire.questionnaireId });

export const questionnaireInputs: Inputs<keyof typeof questionnaire> = {
  'GET /course/auth/questionnaire/view': byResource,
  'POST /course/auth/questionnaire/submit': async ({ world }) => ({
    // A new one: it is filled in once.
    ...(await mintQuestionnaire(world.tenant, world.courseId)),
    answers: CONTENT,
  }),
  'POST /course/auth/questionnaire/page': () => ({}),
  'POST /course/auth/questionnaire/waiting/page': () => ({}),
  'GET /course/auth/questionnaire/results/view': byResource,
  'PUT /course/auth/questionnaire/results/see': byId,
  'POST /course/auth/questionnaire/results/export': async (scene) => {
    await fillIn(
      scene.world.tenant,
      scene.world.questionnaire,
      Array.from({ length: 5 }, () => CONTENT),
    );
    return byId(scene);
  },
};
