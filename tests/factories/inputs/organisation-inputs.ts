import { randomUUID } from 'node:crypto';
import type { accountRole } from '#src/contract/account-role.ts';
import type { organisation } from '#src/contract/organisation.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ok } from '../portal.ts';
import type { Inputs, Scene } from '../scene.ts';
import { mintDepartment, mintPosition } from '../organisation.ts';

const anyName = ({ world: { mark } }: Scene) => `${randomUUID().slice(0, 8)} ${mark}`;
const department = async (scene: Scene) => ({ id: await mintDepartment(scene.world.tenant, anyName(scene)) });
const position = async (scene: Scene) => ({ id: await mintPosition(scene.world.tenant, anyName(scene)) });
const closing = async (scene: Scene) => ({ kind: 'close' as const, ...(await department(scene)) });
async function granted({ world, person }: Scene) {
  const id = randomUUID();
  const enterpriseId = world.tenant.id;
  const departmentId = await mintDepartment(world.tenant, `${id} ${world.mark}`);
  await withTenant(enterpriseId, (db) =>
    db.insert(roleGrant).values({ enterpriseId, id, userId: person.userId, bundle: 'auditor', departmentId }),
  );
  return { id };
}

export const organisationInputs: Inputs<keyof (typeof organisation & typeof accountRole)> = {
  'GET /user/auth/organisation/department/list': () => ({ withClosed: 'true' }),
  'POST /user/auth/organisation/department/save': async (scene) => ({
    ...(await department(scene)),
    name: anyName(scene),
    otherName: 'Workshop',
    revision: 1,
  }),
  'POST /user/auth/organisation/department/plan': closing,
  'POST /user/auth/organisation/department/change': async (scene) => {
    const change = await closing(scene);
    const { plan } = await ok(scene.world.admin, 'POST /user/auth/organisation/department/plan', change);
    return { ...change, plan };
  },
  'POST /user/auth/organisation/department/reopen': async (scene) => ({
    id: await mintDepartment(scene.world.tenant, anyName(scene), { closedAt: new Date() }),
  }),
  'POST /user/auth/organisation/position/page': () => ({}),
  'POST /user/auth/organisation/position/save': async (scene) => ({
    ...(await position(scene)),
    name: anyName(scene),
    revision: 1,
  }),
  'POST /user/auth/organisation/position/merge': async (scene) => ({
    ...(await position(scene)),
    targetId: (await position(scene)).id,
    memberCount: 0,
  }),
  'POST /user/auth/organisation/position/reopen': async (scene) => ({
    id: await mintPosition(scene.world.tenant, anyName(scene), { closedAt: new Date() }),
  }),
  'POST /user/auth/enterprise/role/page': () => ({}),
  'POST /user/auth/enterprise/role/grant': async (scene) => ({
    userId: scene.person.userId,
    bundle: 'trainingManager',
    departmentId: (await department(scene)).id,
  }),
  'DELETE /user/auth/enterprise/role/revoke': granted,
};
