import type { live } from '#src/contract/live.ts';
import type { liveHost } from '#src/contract/live-host.ts';
import { mintBroadcast, mintLive, mintLiveMessage, mintPoll } from '../live.ts';
import type { Inputs, Scene } from '../scene.ts';

const none = () => ({});
const byLive = ({ world }: Scene) => ({ id: world.liveId });
const planned = async ({ world: { tenant, liveCourseId } }: Scene) => mintLive(tenant, liveCourseId);
const poll = ({ world }: Scene) => mintPoll(world.tenant, world.liveId);
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** Another member of the same tenant. */
const somebody = ({ world }: Scene) => ({ id: world.liveId, userId: world.organisation.userId });

export const liveInputs: Inputs<keyof (typeof live & typeof liveHost)> = {
  'POST /course/auth/live/page': ({ world }) => ({ courseId: world.liveCourseId }),
  'GET /course/auth/live/view': byLive,
  'POST /course/auth/live/message/page': byLive,
  'POST /course/auth/live/message/save': (scene) => ({ ...byLive(scene), body: `Said ${scene.world.mark}` }),
  'POST /course/auth/live/hand/save': (scene) => ({ ...byLive(scene), raised: true }),
  'POST /course/auth/live/poll/vote': async (scene) => ({ pollId: await poll(scene), choice: 1 }),
  'POST /course/auth/live/attend': byLive,
  'POST /course/auth/live/waiting/page': none,
  'POST /course/auth/live/host/page': none,
  'GET /course/auth/live/host/view': byLive,
  'POST /course/auth/live/session/courses': none,
  'POST /course/auth/live/session/save': ({ world }) => ({
    courseId: world.liveCourseId,
    title: `Planned ${world.mark}`,
    startAt: later(1),
    endAt: later(2),
  }),
  'POST /course/auth/live/key/issue': byLive,
  'POST /course/auth/live/key/revoke': byLive,
  'POST /course/auth/live/broadcast/start': (scene) => ({
    ...byLive(scene),
    ...{ container: 'mp4', width: 640, height: 360, takeOver: true },
  }),
  'POST /course/auth/live/broadcast/stop': async ({ world, person }) => ({
    id: await mintBroadcast(world.tenant, world.liveId, person.userId),
  }),
  'POST /course/auth/live/status/save': async (scene) => ({ id: (await planned(scene)).id, status: 'live' }),
  'POST /course/auth/live/chat/save': (scene) => ({ ...byLive(scene), chatOpen: true, slowModeSeconds: 0 }),
  'POST /course/auth/live/message/moderate': async ({ world, person }) => ({
    id: await mintLiveMessage(world.tenant, world.liveId, person.userId),
    answered: true,
  }),
  'POST /course/auth/live/mute/save': (scene) => ({ ...somebody(scene), muted: false }),
  'POST /course/auth/live/hand/lower': somebody,
  'POST /course/auth/live/poll/save': (scene) => ({
    ...byLive(scene),
    question: `Asked ${scene.world.mark}`,
    options: ['A', 'B'],
  }),
  'POST /course/auth/live/poll/close': async (scene) => ({ id: await poll(scene) }),
  'POST /course/auth/live/attendance/page': byLive,
  'POST /course/auth/live/attendance/export': byLive,
};
