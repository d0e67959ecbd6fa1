import { randomUUID } from 'node:crypto';
import type { exam } from '#src/contract/exam.ts';
import { answersTo, startAttempt, submitAttempt, withApplicant, type Inputs, type Scene } from '../scene.ts';

const byExam = ({ world }: Scene) => ({ id: world.exam.id });
const attempt = async (scene: Scene) => ({ attemptId: (await startAttempt(scene)).attemptId });
const saving = async (scene: Scene) => ({ ...(await startAttempt(scene)), answers: answersTo(scene.world) });
/** An attempt of somebody that a lecturer may mark. */
const handedIn = async (scene: Scene) => ({ attemptId: await submitAttempt(await withApplicant(scene)) });

export const examInputs: Inputs<keyof typeof exam> = {
  'POST /exam/auth/user/exam/task/record/current/user/count': () => ({}),
  'POST /exam/auth/user/exam/task/record/page': () => ({ scope: 'all' }),
  'GET /exam/auth/user/exam/view': byExam,
  'POST /exam/auth/user/exam/start': byExam,
  'GET /exam/auth/user/exam/attempt/view': attempt,
  'POST /exam/auth/user/exam/attempt/take-over': attempt,
  'POST /exam/auth/user/exam/answer/save': saving,
  'POST /exam/auth/user/exam/submit': saving,
  'POST /exam/auth/user/exam/switch/save': async (scene) => ({
    ...(await startAttempt(scene)),
    clientKey: randomUUID(),
    dwellSeconds: 3,
  }),
  'GET /exam/auth/user/exam/result/view': async (scene) => ({ attemptId: await submitAttempt(scene) }),
  'POST /exam/auth/exam/marking/page': ({ world }) => ({ examId: world.exam.id }),
  'GET /exam/auth/exam/marking/view': handedIn,
  'GET /exam/auth/exam/marking/late/page': async (scene) => ({
    ...(await handedIn(scene)),
    questionId: scene.world.exam.ids.short[0]!,
  }),
  'POST /exam/auth/exam/marking/save': async (scene) => ({
    ...(await handedIn(scene)),
    marks: [{ questionId: scene.world.exam.ids.short[0]!, score: 15, remark: `Good ${scene.world.mark}` }],
  }),
};
