import { randomUUID } from 'node:crypto';
import type { peopleMerge } from '#src/contract/people-merge.ts';
import type { people } from '#src/contract/people.ts';
import type { privacy } from '#src/contract/privacy.ts';
import { plannedTransfer } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Inputs, Scene } from '../scene.ts';
import { ok } from '../portal.ts';
import { mintMember } from '../world.ts';

/** A member who manages nothing. */
const member = async ({ world }: Scene) => ({ userId: (await mintMember(world)).userId });
const asked = ({ person: { userId } }: Scene) => ({ userId });
const some = async (scene: Scene) => ({ ids: [(await member(scene)).userId] });
/** Two records of one person. */
const pair = async (scene: Scene) => ({
  userId: (await member(scene)).userId,
  otherId: (await member(scene)).userId,
});
const NOWHERE = { departmentId: null, positionId: null, superiorId: null };

export const peopleInputs: Inputs<keyof (typeof people & typeof privacy & typeof peopleMerge)> = {
  'POST /user/auth/people/data/copy': member,
  'GET /user/auth/people/data/plan': member,
  'GET /user/auth/own/data/view': () => ({}),
  'POST /user/auth/own/data/copy': () => ({}),
  'POST /user/auth/own/data/erase': () => ({ reason: 'I leave' }),
  'POST /user/auth/people/data/erase': async (scene) => ({ ...(await member(scene)), reason: scene.world.mark }),
  'POST /people/auth/merge/plan': pair,
  'POST /people/auth/merge/apply': async (scene) => {
    const asked = await pair(scene);
    return { ...asked, plan: (await ok(scene.world.admin, 'POST /people/auth/merge/plan', asked)).plan };
  },
  'GET /people/auth/activity/view': () => ({}),
  'POST /user/auth/people/page': () => ({}),
  'GET /user/auth/people/view': asked,
  'POST /user/auth/people/save': async (scene) => ({
    ...(await member(scene)),
    userName: `Renamed ${scene.world.mark}`,
    employeeNo: randomUUID(),
    joinedOn: '2024-03-01',
    revision: 1,
  }),
  'POST /user/auth/people/consequences': member,
  'PUT /user/auth/people/status': async (scene) => ({ ...(await member(scene)), status: 'disabled' }),
  'POST /user/auth/people/transfer': async (scene) => ({ ...(await member(scene)), ...NOWHERE, onDay: '2124-03-01' }),
  'DELETE /user/auth/people/transfer/cancel': async (scene) => {
    const id = randomUUID();
    const enterpriseId = scene.world.tenant.id;
    const { userId } = await member(scene);
    await withTenant(enterpriseId, (db) =>
      db.insert(plannedTransfer).values({ enterpriseId, id, userId, onDay: '2124-03-01' }),
    );
    return { id };
  },
  'POST /user/auth/people/password/reset': member,
  'POST /user/auth/people/factor/reset': member,
  'POST /user/auth/people/session/end': member,
  'POST /user/auth/people/bulk/consequences': some,
  'POST /user/auth/people/bulk/save': async (scene) => ({ ...(await some(scene)), kind: 'disable' }),
  'POST /user/auth/people/export': () => ({ status: 'disabled' }),
  'POST /user/auth/people/course/page': asked,
  'POST /user/auth/people/task/page': asked,
  'POST /user/auth/people/exam/page': asked,
  'POST /user/auth/people/certificate/page': asked,
  'POST /user/auth/people/sign-in/page': asked,
  'POST /user/auth/people/session/page': asked,
};
