import type { invigilation } from '#src/contract/invigilation.ts';
import { mintExam } from '../exam.ts';
import { ok } from '../portal.ts';
import { withApplicant, type Inputs, type Scene } from '../scene.ts';

/** An exam of its own that the user is sitting. */
async function sitting({ world, person }: Scene) {
  const { id: examId } = await mintExam(world.tenant, { title: `Exam ${world.mark}` });
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: examId });
  return { examId, attemptId, userId: person.userId };
}
const another = async (scene: Scene) => sitting(await withApplicant(scene));
const byExam = async (scene: Scene) => ({ examId: (await another(scene)).examId });
const one = async (scene: Scene) => {
  const { examId, userId } = await another(scene);
  return { examId, userId };
};

/** A message to the attempt of the user, who has not confirmed it. */
async function told(scene: Scene) {
  const { examId, attemptId, userId } = await sitting(scene);
  const { admin, lecturer, mark } = scene.world;
  const body = `Ten minutes more ${mark}`;
  let sender = admin;
  if (sender.userId === userId) {
    sender = lecturer;
    const named = { examId, userIds: [sender.userId] };
    await ok(admin, 'PUT /exam/auth/exam/control/invigilator/save', named);
  }
  await ok(sender, 'POST /exam/auth/exam/control/message/send', { examId, userId, body });
  const [message] = await ok(scene.person, 'GET /exam/auth/user/exam/message/list', { attemptId });
  return { attemptId, id: message!.id };
}

export const invigilationInputs: Inputs<keyof typeof invigilation> = {
  'POST /exam/auth/exam/control/page': () => ({}),
  'GET /exam/auth/exam/control/view': byExam,
  'POST /exam/auth/exam/control/person/page': byExam,
  'POST /exam/auth/exam/control/log/page': async (scene) => {
    const target = await one(scene);
    await ok(scene.world.admin, 'POST /exam/auth/exam/control/message/send', { ...target, body: scene.world.mark });
    return { examId: target.examId };
  },
  'POST /exam/auth/exam/control/message/send': async (scene) => ({
    ...(await one(scene)),
    body: `Ten minutes more ${scene.world.mark}`,
  }),
  'POST /exam/auth/exam/control/time/add': async (scene) => ({
    ...(await one(scene)),
    ...{ minutes: 5, reason: `A power cut ${scene.world.mark}` },
  }),
  'PUT /exam/auth/exam/control/pause': async (scene) => ({
    ...(await one(scene)),
    reason: `A fire alarm ${scene.world.mark}`,
  }),
  'PUT /exam/auth/exam/control/resume': async (scene) => {
    const target = await one(scene);
    await ok(scene.world.admin, 'PUT /exam/auth/exam/control/pause', { ...target, reason: 'A fire alarm' });
    return target;
  },
  'POST /exam/auth/exam/control/attempt/submit': async (scene) => ({
    attemptId: (await another(scene)).attemptId,
    reason: `Has left the room ${scene.world.mark}`,
  }),
  'POST /exam/auth/exam/control/attempt/void': async (scene) => ({
    attemptId: (await another(scene)).attemptId,
    ...{ reason: `Copied ${scene.world.mark}`, uses: true },
  }),
  'PUT /exam/auth/exam/control/invigilator/save': async (scene) => ({
    ...(await byExam(scene)),
    userIds: [scene.world.lecturer.userId],
  }),
  'GET /exam/auth/user/exam/message/list': async (scene) => ({ attemptId: (await told(scene)).attemptId }),
  'PUT /exam/auth/user/exam/message/confirm': told,
};
