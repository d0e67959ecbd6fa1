import type { terminalCalls } from '#src/contract/terminal.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ok } from '../portal.ts';
import type { Inputs, Scene } from '../scene.ts';
import { WORLD_PASSWORD } from '../world.ts';
import { giveBadge, giveNumber, givePin, mintTerminal, PIN } from '../terminal.ts';

const settings = {
  ...{ place: 'Hall B', departmentId: null, sessionMinutes: 10, idleSeconds: 60 },
  ...{ allowsStudy: true, allowsExams: true, badgeNeedsPin: true },
};
const any = async ({ world }: Scene) => ({ id: (await mintTerminal(world.tenant, { name: `T ${world.mark}` })).id });
const numbered = async ({ world, person }: Scene) => {
  await giveNumber(world.tenant, person.userId);
  return { userIds: [person.userId] };
};

export const terminalInputs: Inputs<keyof typeof terminalCalls> = {
  'POST /user/auth/terminal/page': () => ({}),
  'GET /user/auth/terminal/at/view': any,
  'POST /user/auth/terminal/sign-in/page': async (scene) => {
    const { id } = await any(scene);
    const { tenant } = scene.world;
    const entry = { enterpriseId: tenant.id, userId: scene.person.userId, action: 'login', detail: { by: 'number' } };
    await withTenant(tenant.id, (db) => auditWithoutRequest(db, { ...entry, about: [id] }));
    return { id };
  },
  'POST /user/auth/terminal/save': async (scene) => ({
    ...settings,
    ...(await any(scene)),
    ...{ name: `T ${scene.world.mark}`, revision: 1 },
  }),
  'POST /user/auth/terminal/code/issue': any,
  'PUT /user/auth/terminal/revoke': any,
  'POST /user/auth/terminal/person/page': () => ({}),
  'POST /user/auth/terminal/pin/issue': numbered,
  'PUT /user/auth/terminal/pin/unlock': async ({ world, person }) => {
    await givePin(world.tenant, person.userId, { failures: 5, lockedAt: new Date() });
    return { userId: person.userId };
  },
  'POST /user/auth/terminal/badge/issue': numbered,
  'PUT /user/auth/terminal/badge/revoke': async ({ world, person }) => {
    await giveBadge(world.tenant, person.userId);
    return { userId: person.userId };
  },
  'POST /user/auth/terminal/badge/page': () => ({}),
  'POST /user/auth/terminal/badge/export': async ({ world, person }) => {
    await giveBadge(world.tenant, person.userId);
    return {};
  },
  'POST /user/api/terminal/register': async (scene) => ({
    code: (await ok(scene.world.admin, 'POST /user/auth/terminal/code/issue', await any(scene))).code,
  }),
  'GET /user/api/terminal/view': () => ({}),
  'POST /user/api/terminal/login': async ({ world, person }) => ({
    employeeNo: await givePin(world.tenant, person.userId),
    pin: PIN,
  }),
  'GET /user/auth/terminal/session/view': () => ({}),
  'POST /user/auth/terminal/session/prolong': () => ({ pin: PIN }),
  'PUT /user/auth/terminal/session/end': () => ({}),
  'GET /user/auth/pin/view': () => ({}),
  'PUT /user/auth/pin/save': () => ({ pin: PIN, password: WORLD_PASSWORD }),
};
