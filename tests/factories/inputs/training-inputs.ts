import type { training } from '#src/contract/training.ts';
import { signToken } from '#src/server/training/sign-code.ts';
import { type Inputs, type Scene } from '../scene.ts';
import { mintClass, mintSeats, mintSession } from '../training.ts';
import { mintMember } from '../world.ts';

const none = () => ({});

/** A class of the lecturer of the world. */
const classOf = ({ world }: Scene) =>
  mintClass(world.tenant, { title: `Class ${world.mark}`, lecturerId: world.lecturerId });

/** A session of such a class; the person has a place. */
async function sessionWith(scene: Scene, more: Parameters<typeof mintSession>[2] = {}): Promise<string> {
  const { resourceId } = await classOf(scene);
  const { mark, tenant } = scene.world;
  const id = await mintSession(tenant, resourceId, { title: `Session ${mark}`, place: `Hall ${mark}`, ...more });
  await mintSeats(tenant, id, [scene.world.learner]);
  return id;
}

const free = async (scene: Scene) => ({ sessionId: await sessionWith(scene) });
const byId = async (scene: Scene) => ({ id: await sessionWith(scene) });
const fields = ({ world }: Scene) => ({
  ...{ place: `Hall ${world.mark}`, startAt: '2099-03-01T09:00', endAt: '2099-03-01T12:00', capacity: 20 },
  location: { latitude: 31.2, longitude: 120.6, radius: 200 },
});

export const trainingInputs: Inputs<keyof typeof training> = {
  'GET /course/api/training/session/list': async (scene) => {
    const { courseId, resourceId } = await classOf(scene);
    await mintSession(scene.world.tenant, resourceId, { place: `Hall ${scene.world.mark}` });
    return { courseId };
  },
  'GET /course/auth/training/session/list': async (scene) => ({ resourceId: (await classOf(scene)).resourceId }),
  'POST /course/auth/training/seat/save': free,
  'POST /course/auth/training/seat/cancel': free,
  'POST /course/auth/training/sign/save': async (scene) => {
    const sessionId = await sessionWith(scene);
    const of = { enterpriseId: scene.world.tenant.id, sessionId };
    if (scene.person.userId !== scene.world.learner.userId)
      await mintSeats(scene.world.tenant, sessionId, [scene.person]);
    return { sessionId, code: signToken(of, 'in', new Date()) };
  },
  'POST /course/auth/training/run/page': none,
  'GET /course/auth/training/run/view': byId,
  'GET /course/auth/training/run/live': async (scene) => ({ ...(await byId(scene)), mode: 'in' as const }),
  'GET /course/auth/training/resource/list': none,
  'POST /course/auth/training/session/save': async (scene) => ({
    resourceId: (await classOf(scene)).resourceId,
    ...fields(scene),
  }),
  'POST /course/auth/training/session/reopen': byId,
  'POST /course/auth/training/session/cancel': async (scene) => ({ ...(await byId(scene)), reason: 'Ill' }),
  'POST /course/auth/training/run/people/page': async (scene) => ({
    sessionId: await sessionWith(scene),
    keyword: scene.world.mark,
  }),
  'POST /course/auth/training/attendance/add': async (scene) => ({
    sessionId: await sessionWith(scene),
    userId: (await mintMember(scene.world)).userId,
  }),
  'POST /course/auth/training/attendance/hand': async (scene) => ({
    sessionId: await sessionWith(scene),
    userId: scene.world.learner.userId,
    mode: 'in' as const,
  }),
  'POST /course/auth/training/attendance/correct': async (scene) => ({
    sessionId: await sessionWith(scene, { startsIn: -30 }),
    ...{ userId: scene.world.learner.userId, state: 'present' as const, reason: 'Forgot to sign in' },
  }),
  'POST /course/auth/training/result/save': async (scene) => ({
    sessionId: await sessionWith(scene, { startsIn: -30 }),
    results: [{ userId: scene.world.learner.userId, passed: true, score: 88.5, note: `Note ${scene.world.mark}` }],
  }),
  'GET /course/auth/training/material/list': free,
  'POST /course/auth/training/material/save': async (scene) => ({
    sessionId: await sessionWith(scene),
    materials: [{ name: `Slides ${scene.world.mark}`, url: 'https://example.com/slides' }],
    was: [],
  }),
  'POST /course/auth/training/attendance/confirm': async (scene) => ({
    sessionId: await sessionWith(scene, { startsIn: -120 }),
  }),
  'POST /course/auth/training/attendance/export': free,
  'POST /course/auth/training/waiting/page': none,
};
