import type { coaching } from '#src/contract/coaching.ts';
import { mintCoaching, mintMeeting } from '../coaching.ts';
import type { Inputs, Scene } from '../scene.ts';
import { mintMember } from '../world.ts';

/** A coaching of the user by another member. */
async function coached({ world, person }: Scene) {
  const mentor = await mintMember(world);
  const ids = await mintCoaching(world.tenant, { learner: person, mentor }, { title: `Coaching ${world.mark}` });
  return { ...ids, mentor };
}

/** A meeting of such a coaching that the mentor has proposed. */
async function meeting(scene: Scene, state: 'proposed' | 'agreed') {
  const { coachingId, mentor } = await coached(scene);
  return { id: await mintMeeting(scene.world.tenant, coachingId, mentor, { state }) };
}

export const coachingInputs: Inputs<keyof typeof coaching> = {
  'POST /course/auth/coaching/page': () => ({}),
  'GET /course/auth/coaching/view': async (scene) => ({ id: (await coached(scene)).coachingId }),
  'PUT /course/auth/coaching/mentor/save': async (scene) => ({
    id: (await coached(scene)).coachingId,
    userId: (await mintMember(scene.world)).userId,
  }),
  'POST /course/auth/coaching/meeting/save': async (scene) => ({
    coachingId: (await coached(scene)).coachingId,
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    place: `Room ${scene.world.mark}`,
    agenda: `Agenda ${scene.world.mark}`,
  }),
  'POST /course/auth/coaching/meeting/answer': async (scene) => ({
    ...(await meeting(scene, 'proposed')),
    accepted: true,
  }),
  'POST /course/auth/coaching/meeting/cancel': (scene) => meeting(scene, 'agreed'),
  'POST /course/auth/coaching/meeting/confirm': async (scene) => ({
    ...(await meeting(scene, 'agreed')),
    note: `Talked at ${scene.world.mark}`,
  }),
  'POST /course/auth/coaching/goal/save': async (scene) => ({
    coachingId: (await coached(scene)).coachingId,
    title: `Goal ${scene.world.mark}`,
  }),
  'PUT /course/auth/coaching/goal/state': async (scene) => ({
    id: (await coached(scene)).goalId,
    state: 'inProgress' as const,
  }),
  // What waits is for mentors: a meeting that their learner has proposed.
  'POST /course/auth/coaching/waiting/page': async ({ world, person: mentor }) => {
    const learner = await mintMember(world);
    const { coachingId } = await mintCoaching(world.tenant, { learner, mentor });
    await mintMeeting(world.tenant, coachingId, learner, { state: 'proposed' });
    return {};
  },
};
