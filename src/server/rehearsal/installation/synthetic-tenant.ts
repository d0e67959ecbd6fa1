import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { announceChange } from '#src/server/core/db/changes.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { insertEnterprise, insertRetention, updateEnterprise } from '#src/server/core/write-enterprise.ts';
import { deleteSyntheticSessions } from '#src/server/account/insert-member.ts';
import { closeSyntheticExams, finishSyntheticExams } from '#src/server/exam/attempt/close-synthetic.ts';
import { emptyQueue } from '#src/server/marking/delete-marks.ts';
import { insertWebsite } from '#src/server/site/create-website.ts';

const NAME = 'Exam rehearsal';

/** Nobody can guess the host of a rehearsal. */
const newKey = () => `rehearsal-${randomBytes(16).toString('hex')}`;

/**
 * Opens the enterprise of rehearsals (decision 067) at a host that nobody knows; creates it for the first one.
 * @returns its id and the first label of its host
 */
export async function openEnterprise(): Promise<{ enterpriseId: string; key: string }> {
  const enterpriseId = (await findEnterprise())?.id ?? (await createEnterprise());
  const key = newKey();
  await withTenant(enterpriseId, (db) => updateEnterprise(db, enterpriseId, { key, status: 'active' }));
  await announce(enterpriseId);
  return { enterpriseId, key };
}

/**
 * Closes the enterprise of rehearsals: no host leads to it, no session is left, its attempts are closed and their answers
 * deleted. May be repeated, and does nothing to an enterprise that has nothing open.
 */
export async function closeEnterprise(now: Date): Promise<void> {
  const found = await findEnterprise();
  if (!found) return;
  const enterpriseId = found.id;
  if (found.status === 'active') {
    await withTenant(enterpriseId, (db) => updateEnterprise(db, enterpriseId, { key: newKey(), status: 'closed' }));
    await announce(enterpriseId);
  }
  await deleteSyntheticSessions(enterpriseId);
  await closeSyntheticExams(enterpriseId, now);
  await withTenant(enterpriseId, (db) => emptyQueue(db, enterpriseId));
  await finishSyntheticExams(enterpriseId, now);
}

async function findEnterprise(): Promise<typeof enterprise.$inferSelect | undefined> {
  const [found] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.synthetic, true)));
  return found;
}

async function createEnterprise(): Promise<string> {
  const id = randomUUID();
  await withTenant(id, (db) =>
    insertEnterprise(db, {
      ...{ id, key: newKey(), name: NAME, timeZone: 'UTC', lang: 'en', status: 'closed', synthetic: true },
    }),
  );
  await withTenant(id, async (db) => {
    const websiteTitle = { zh: NAME, en: NAME };
    await insertWebsite(db, { enterpriseId: id, websiteTitle, brandColor: '#1355a0', publicFace: false });
    const shortest = { auditLogDays: 180, studyRefusalDays: 30, examAnswerDays: 180 };
    await insertRetention(db, { enterpriseId: id, ...shortest });
  });
  return id;
}

const announce = (enterpriseId: string) =>
  withTenant(enterpriseId, (db) => announceChange(db, { enterpriseId, tags: ['tenant', 'site'] }));
