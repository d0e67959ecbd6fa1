import { randomUUID } from 'node:crypto';
import type { bulk } from '#src/contract/bulk.ts';
import type { history } from '#src/contract/history.ts';
import type { savedView } from '#src/contract/saved-view.ts';
import { bulkJob, bulkRow } from '#src/server/bulk/tables.ts';
import { auditWithoutRequest } from '#src/server/core/audit.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { savedView as views } from '#src/server/saved-view/tables.ts';
import type { Inputs, Scene } from '../scene.ts';

/** A list that everybody may open. */
const LIST = '/test/control';

async function viewed({ world, person }: Scene) {
  const id = randomUUID();
  const own = { enterpriseId: world.tenant.id, userId: person.userId };
  await withTenant(world.tenant.id, (db) =>
    db.insert(views).values({ ...own, id, list: LIST, name: `View ${id} ${world.mark}`, query: 'keyword=a' }),
  );
  return { id };
}

/** A change of one certificate that the user began. */
async function begun({ world, person }: Scene) {
  const id = randomUUID();
  const { id: enterpriseId } = world.tenant;
  await withTenant(enterpriseId, async (db) => {
    const job = { enterpriseId, id, userId: person.userId, list: LIST, locale: 'zh' as const, totalCount: 1 };
    await db.insert(bulkJob).values({ ...job, action: 'certificateRenew', input: { reason: world.mark } });
    await db
      .insert(bulkRow)
      .values({ enterpriseId, jobId: id, number: 1, rowId: randomUUID(), name: `Row ${world.mark}` });
  });
  return { id };
}

/** The history of the user, with an entry. */
async function changed({ world, person: { userId } }: Scene) {
  const { id: enterpriseId } = world.tenant;
  const entry = { enterpriseId, userId, action: 'member.enabled', detail: { reason: world.mark }, about: [userId] };
  await withTenant(enterpriseId, (db) => auditWithoutRequest(db, entry));
  return { kind: 'person' as const, id: userId };
}

export const listInputs: Inputs<keyof (typeof savedView & typeof bulk & typeof history)> = {
  'POST /data/auth/history/page': changed,
  'GET /data/auth/list/view/list': () => ({ list: LIST }),
  'POST /data/auth/list/view/save': ({ world }) => ({ list: LIST, name: `View ${world.mark}`, query: 'keyword=a' }),
  'DELETE /data/auth/list/view/delete': viewed,
  'GET /data/auth/bulk/current': () => ({ list: LIST }),
  'GET /data/auth/bulk/view': begun,
  'POST /data/auth/bulk/row/page': begun,
  'PUT /data/auth/bulk/stop': begun,
  'PUT /data/auth/bulk/dismiss': begun,
};
