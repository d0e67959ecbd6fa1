import type { Data, Input } from '#src/contract/calls.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { runSyncStep } from '#src/server/people/sync/run-sync.ts';
import { DINGTALK_APP } from '../stand-ins/dingtalk.ts';
import { WECOM_APP } from '../stand-ins/wecom.ts';
import { runImport } from './people-import.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

const SAVE = 'PUT /people/auth/sync/setting/save';
type Setting = Input<typeof SAVE>;
export type TestRun = Data<'POST /people/auth/sync/start'>;
type Provider = Setting['provider'];

/** Settings of a provider: everybody below its highest department, with all fields and the provider's employee numbers. */
export const syncSetting = (provider: Provider, more: Partial<Setting> = {}): Setting => ({
  provider,
  ...(provider === 'wecom'
    ? { appId: WECOM_APP.corpId, secret: WECOM_APP.secret }
    : { appId: DINGTALK_APP.clientId, secret: DINGTALK_APP.secret }),
  departments: [{ id: '1', name: '蓝海集团', rule: 'below', targetId: null }],
  fields: ['userName', 'phone', 'email', 'position', 'superior', 'joinedOn'],
  numberFrom: 'field',
  keepEdited: true,
  disableLeft: false,
  nightlyHour: null,
  revision: 0,
  ...more,
});

/** Saves settings over those that there are. */
export async function saveSync(person: TestPerson, provider: Provider, more: Partial<Setting> = {}) {
  const { list } = await ok(person, 'GET /people/auth/sync/setting/list');
  const { revision } = list.find((each) => each.provider === provider)!;
  return ok(person, SAVE, syncSetting(provider, { revision, ...more }));
}

/** Works on a run until it waits for somebody; its clock goes forward to the time of the next try. @returns the number of steps */
export async function runSync(tenant: TestTenant, id: string, now: () => Date = systemNow): Promise<number> {
  let later = 0;
  for (let steps = 1; ; steps += 1) {
    const clock = () => new Date(now().getTime() + later);
    const continues = await runSyncStep(tenant.id, id, clock);
    if (continues === 'no') return steps;
    if (continues !== 'now') later += Math.max(0, continues.at.getTime() - clock().getTime());
  }
}

/** A run as the list shows it. */
export async function viewSync(person: TestPerson, id: string): Promise<TestRun> {
  const { list } = await ok(person, 'POST /people/auth/sync/run/page', { pageSize: 100 });
  return list.find((run) => run.id === id)!;
}

/** Reads the contacts and makes the plan. */
export async function planSyncOf(tenant: TestTenant, person: TestPerson, provider: Provider): Promise<TestRun> {
  const { id } = await ok(person, 'POST /people/auth/sync/start', { provider });
  await runSync(tenant, id);
  return viewSync(person, id);
}

/** Applies the plan of a run. */
export async function applySync(tenant: TestTenant, person: TestPerson, { id }: TestRun, disableMissing = false) {
  const { plan, counts } = await ok(person, 'GET /people/auth/import/view', { id });
  await ok(person, 'PUT /people/auth/import/apply', { id, plan, disableMissing, confirmed: counts!.missing });
  await runImport(tenant, id);
  return viewSync(person, id);
}

/** Reads, plans and applies. */
export const syncAll = async (tenant: TestTenant, person: TestPerson, provider: Provider, disableMissing = false) =>
  applySync(tenant, person, await planSyncOf(tenant, person, provider), disableMissing);

/** Undoes a run. */
export async function undoSync(tenant: TestTenant, person: TestPerson, { id }: TestRun) {
  await ok(person, 'PUT /people/auth/import/undo', { id });
  await runImport(tenant, id);
  return viewSync(person, id);
}

/** The rows of the plan of a run, by name. */
export async function rowsOfSync(person: TestPerson, { id }: TestRun) {
  const { list } = await ok(person, 'POST /people/auth/import/row/page', { id, pageSize: 100 });
  return Object.fromEntries(list.map((row) => [row.name, row]));
}
