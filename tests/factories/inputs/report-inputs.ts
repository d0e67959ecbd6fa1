import { eq } from 'drizzle-orm';
import type { auditLog } from '#src/contract/audit-log.ts';
import type { report } from '#src/contract/report.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { report as table } from '#src/server/report/tables.ts';
import { definitionOf, mintReport, mintScheduled } from '../report.ts';
import type { Inputs, Scene } from '../scene.ts';

const saved = ({ world, person }: Scene) => mintReport(world.tenant, person, { name: `Report ${world.mark}` });
const scheduled = ({ world, person }: Scene) => mintScheduled(world.tenant, person, `Report ${world.mark}`);

async function deleted(scene: Scene) {
  const { id } = await saved(scene);
  const { id: enterpriseId } = scene.world.tenant;
  await withTenant(enterpriseId, (db) => db.update(table).set({ deletedAt: new Date() }).where(eq(table.id, id)));
  return { id };
}

/** An entry about the user. */
async function audited({ world, person: { userId } }: Scene) {
  const { id: enterpriseId } = world.tenant;
  const entry = { enterpriseId, userId, action: 'member.enabled', detail: { reason: world.mark }, about: [userId] };
  await withTenant(enterpriseId, (db) => auditWithoutRequest(db, entry));
  return { subjectId: userId };
}

export const reportInputs: Inputs<keyof (typeof report & typeof auditLog)> = {
  'GET /report/auth/report/list': async (scene) => ((await saved(scene)) ? {} : {}),
  'GET /report/auth/report/view': scheduled,
  'POST /report/auth/report/run': ({ person: { userId } }) => ({
    definition: definitionOf('people', { filters: [{ field: 'person', op: 'in', values: [userId] }] }),
  }),
  'POST /report/auth/report/value/list': ({ person: { userId } }) => ({ entity: 'person', ids: [userId] }),
  'POST /report/auth/report/export': ({ world, person: { userId } }) => ({
    ...{ name: world.mark, format: 'csv' as const },
    definition: definitionOf('people', { filters: [{ field: 'person', op: 'in', values: [userId] }] }),
  }),
  'POST /report/auth/report/save': async (scene) => ({
    ...{ ...(await saved(scene)), revision: 1, name: `Report ${scene.world.mark}` },
    definition: definitionOf('people'),
  }),
  'DELETE /report/auth/report/delete': saved,
  'PUT /report/auth/report/restore': deleted,
  'POST /report/auth/report/schedule/save': async (scene) => ({ ...(await saved(scene)), schedule: null, was: null }),
  'POST /report/auth/report/delivery/page': scheduled,
  'POST /data/auth/audit/page': audited,
  'GET /data/auth/audit/action/list': () => ({}),
  'POST /data/auth/audit/export': audited,
};
