import type { practice } from '#src/contract/practice.ts';
import { ok } from '../portal.ts';
import { makeMistake, mintMockExam, startBank } from '../practice.ts';
import type { Inputs, Scene } from '../scene.ts';

const mockOf = ({ world }: Scene) => mintMockExam(world.tenant, { title: `Mock ${world.mark}` });

/** A question of a practice of the user that has just begun. */
async function begun(scene: Scene) {
  const { bankId, ids } = await mockOf(scene);
  return { id: await startBank(scene.person, bankId), questionId: ids.judge[0]! };
}

/** A short answer of the user that was compared with the reference. */
async function compared(scene: Scene) {
  const { bankId, ids } = await mockOf(scene);
  const asked = { id: await startBank(scene.person, bankId), questionId: ids.short[0]! };
  await ok(scene.person, 'POST /exam/auth/user/practice/answer/check', { ...asked, answer: 'Mine' });
  return asked;
}

export const practiceInputs: Inputs<keyof typeof practice> = {
  'POST /exam/auth/user/practice/bank/page': () => ({}),
  'GET /exam/auth/user/practice/bank/view': async (scene) => ({ id: (await mockOf(scene)).bankId }),
  'POST /exam/auth/user/practice/exam/page': () => ({}),
  'POST /exam/auth/user/practice/start': async (scene) => ({
    ...{ kind: 'bank', bankId: (await mockOf(scene)).bankId, count: 3, only: 'new' },
  }),
  'GET /exam/auth/user/practice/view': async (scene) => ({ id: (await begun(scene)).id }),
  'POST /exam/auth/user/practice/page': () => ({}),
  'POST /exam/auth/user/practice/answer/save': async (scene) => ({ ...(await begun(scene)), answer: true }),
  'POST /exam/auth/user/practice/answer/check': async (scene) => ({ ...(await begun(scene)), answer: true }),
  'POST /exam/auth/user/practice/answer/assess': async (scene) => ({ ...(await compared(scene)), right: false }),
  'POST /exam/auth/user/practice/finish': async (scene) => ({ id: (await begun(scene)).id }),
  'POST /exam/auth/user/mistake/page': async (scene) => {
    const exam = await mockOf(scene);
    await makeMistake(scene.person, exam);
    return { bankId: exam.bankId };
  },
  'GET /exam/auth/user/mistake/view': () => ({}),
  'PUT /exam/auth/user/mistake/setting/save': () => ({ rightInRow: 2 }),
};
