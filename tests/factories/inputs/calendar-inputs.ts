import { eq } from 'drizzle-orm';
import type { calendar } from '#src/contract/calendar.ts';
import type { calendarFeeds } from '#src/contract/calendar-feed.ts';
import { trainingRoom } from '#src/server/training/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Inputs, Scene } from '../scene.ts';
import { mintClass, mintSession } from '../training.ts';

const period = () => ({ from: '2099-03-01', until: '2099-04-01' });

/** A room of the world. @returns its id */
export async function mintRoom({ world: { tenant, mark } }: Pick<Scene, 'world'>): Promise<string> {
  const name = `Room ${mark} ${Math.random()}`;
  const rows = await withTenant(tenant.id, (db) =>
    db.insert(trainingRoom).values({ enterpriseId: tenant.id, name, address: 'Park 1' }).returning(),
  );
  return rows[0]!.id;
}

/** A session of the world. */
async function session({ world }: Scene) {
  const { resourceId } = await mintClass(world.tenant, { title: `Class ${world.mark}`, lecturerId: world.lecturerId });
  return { id: await mintSession(world.tenant, resourceId, { title: `Session ${world.mark}` }) };
}

export const calendarInputs: Inputs<keyof (typeof calendar & typeof calendarFeeds)> = {
  'POST /course/auth/calendar/list': period,
  'POST /course/auth/calendar/options': () => ({}),
  'POST /course/auth/calendar/clash/list': ({ world }) => ({
    times: [{ startAt: '2099-03-01T01:00:00.000Z', endAt: '2099-03-01T02:00:00.000Z' }],
    lecturerId: world.lecturerId,
  }),
  'POST /course/auth/calendar/room/list': () => ({}),
  'POST /course/auth/calendar/room/save': async (scene) => ({
    ...{ id: await mintRoom(scene), revision: 1, name: `Hall ${Math.random()}`, address: 'Park 2', capacity: 20 },
  }),
  'POST /course/auth/calendar/room/close': async (scene) => ({ id: await mintRoom(scene), closed: true }),
  'DELETE /course/auth/calendar/room/delete': async (scene) => ({ id: await mintRoom(scene) }),
  'PUT /course/auth/calendar/room/restore': async (scene) => {
    const id = await mintRoom(scene);
    await withTenant(scene.world.tenant.id, (db) =>
      db.update(trainingRoom).set({ deletedAt: new Date() }).where(eq(trainingRoom.id, id)),
    );
    return { id };
  },
  'POST /course/auth/calendar/effects': session,
  'POST /course/auth/calendar/cost/list': session,
  'POST /course/auth/calendar/cost/save': async (scene) => ({
    ...(await session(scene)),
    costs: [{ kind: 'room', amount: 800.5, note: 'Hall' }],
    was: [],
  }),
  'GET /user/auth/calendar/feed/view': () => ({}),
  'POST /user/auth/calendar/feed/renew': () => ({}),
  'DELETE /user/auth/calendar/feed/revoke': () => ({}),
};
