import { randomUUID } from 'node:crypto';
import type { examChoices } from '#src/contract/exam-choices.ts';
import type { examHall } from '#src/contract/exam-hall.ts';
import type { exam } from '#src/contract/exam.ts';
import { answersTo, startAttempt, submitAttempt, type Inputs, type Scene } from '../scene.ts';

const byExam = ({ world }: Scene) => ({ id: world.exam.id });
const attempt = async (scene: Scene) => ({ attemptId: (await startAttempt(scene)).attemptId });
const saving = async (scene: Scene) => ({ ...(await startAttempt(scene)), answers: answersTo(scene.world) });
export const examInputs: Inputs<keyof typeof exam | keyof typeof examHall | keyof typeof examChoices> = {
  'POST /exam/auth/user/exam/task/record/current/user/count': () => ({}),
  'POST /exam/auth/user/exam/task/record/page': () => ({ scope: 'all' }),
  'POST /exam/auth/user/exam/task/record/export': () => ({}),
  'GET /exam/auth/user/exam/view': byExam,
  'POST /exam/auth/user/exam/start': byExam,
  'GET /exam/auth/user/exam/attempt/open': () => ({}),
  'GET /exam/auth/user/exam/attempt/view': attempt,
  'POST /exam/auth/user/exam/attempt/take-over': attempt,
  'GET /exam/auth/user/exam/hall/view': async (scene) => ({ id: (await attempt(scene)).attemptId, of: 'attempt' }),
  'POST /exam/auth/user/exam/attempt/received': attempt,
  'POST /exam/auth/user/exam/answer/save': saving,
  'POST /exam/auth/user/exam/submit': saving,
  'POST /exam/auth/user/exam/switch/save': async (scene) => ({
    ...(await startAttempt(scene)),
    clientKey: randomUUID(),
    dwellSeconds: 3,
  }),
  'POST /exam/auth/user/exam/choices/save': async (scene) => ({
    ...(await startAttempt(scene)),
    revision: 1,
    choices: { layout: 'all', lang: 'en', langs: {}, struck: {}, notes: {}, pad: 'Read again: question 2' },
  }),
  'GET /exam/auth/user/exam/attempt/last/view': () => ({}),
  'GET /exam/auth/user/exam/result/view': async (scene) => ({ attemptId: await submitAttempt(scene) }),
};
