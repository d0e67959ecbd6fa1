import { and, eq, inArray } from 'drizzle-orm';
import type { contactSync as contract } from '#src/contract/contact-sync.ts';
import type { SyncState } from '#src/contract/rules/contact-sync.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { seal } from '#src/server/core/seal.ts';
import { personImport } from '#src/server/people/tables/import.ts';
import { contactSync, contactSyncRun } from '#src/server/people/tables/sync.ts';
import { WECOM_APP } from '../../stand-ins/wecom.ts';
import { syncSetting } from '../contact-sync.ts';
import type { Inputs, Scene } from '../scene.ts';

const { departments, fields, numberFrom, keepEdited } = syncSetting('wecom');
const SCOPE = { departments, fields, numberFrom, keepEdited };

/** Settings of the stand-in of WeCom; no run of the enterprise reads. */
async function mintSync({ world, person }: Scene): Promise<void> {
  const enterpriseId = world.tenant.id;
  await withTenant(enterpriseId, async (db) => {
    const values = { appId: WECOM_APP.corpId, sealedSecret: seal(WECOM_APP.secret), scope: SCOPE, revision: 1 };
    await db
      .insert(contactSync)
      .values({ enterpriseId, provider: 'wecom', userId: person.userId, locale: 'zh', ...values })
      .onConflictDoUpdate({ target: [contactSync.enterpriseId, contactSync.provider], set: values });
    await db
      .update(contactSyncRun)
      .set({ state: 'failed' })
      .where(
        and(eq(contactSyncRun.enterpriseId, enterpriseId), inArray(contactSyncRun.state, ['reading', 'planning'])),
      );
  });
}

/** A run of the person. @returns its id */
export async function mintSyncRun(scene: Scene, state: SyncState): Promise<string> {
  await mintSync(scene);
  const enterpriseId = scene.world.tenant.id;
  return withTenant(enterpriseId, async (db) => {
    const [stored] = await db
      .insert(personImport)
      .values({
        ...{ enterpriseId, userId: scene.person.userId, locale: 'zh', source: 'wecom', state: 'planning', sheets: [] },
        ...{ planNumber: 1, fileName: scene.world.mark },
        options: { emptyClears: false, keepEdited: true, refuseNew: false, allMissing: false },
      })
      .returning({ id: personImport.id });
    const importId = stored!.id;
    await db
      .insert(contactSyncRun)
      .values({ enterpriseId, importId, provider: 'wecom', state, scope: SCOPE, peopleCount: 80, expectedCount: 100 });
    return importId;
  });
}

const afterSettings =
  <T>(input: T) =>
  async (scene: Scene): Promise<T> => {
    await mintSync(scene);
    return input;
  };

export const contactSyncInputs: Inputs<keyof typeof contract> = {
  'GET /people/auth/sync/setting/list': () => ({}),
  'PUT /people/auth/sync/setting/save': async (scene) => {
    await mintSync(scene);
    return syncSetting('wecom', { revision: 1 });
  },
  'POST /people/auth/sync/test': afterSettings({ provider: 'wecom' }),
  'POST /people/auth/sync/department/list': afterSettings({ provider: 'wecom' }),
  'POST /people/auth/sync/start': afterSettings({ provider: 'wecom' }),
  'PUT /people/auth/sync/run/confirm': async (scene) => ({ id: await mintSyncRun(scene, 'stopped') }),
  'PUT /people/auth/sync/run/cancel': async (scene) => ({ id: await mintSyncRun(scene, 'stopped') }),
  'POST /people/auth/sync/run/page': () => ({}),
};
