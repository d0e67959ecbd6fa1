import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { announceChange } from '#src/server/core/db/changes.ts';
import { userSession } from '#src/server/core/db/schema/account.ts';
import { exam } from '#src/server/core/db/schema/exam.ts';
import { examAnswer } from '#src/server/core/db/schema/exam-answer.ts';
import { examAttempt } from '#src/server/core/db/schema/exam-attempt.ts';
import { dataRetention } from '#src/server/core/db/schema/retention.ts';
import { enterprise, website } from '#src/server/core/db/schema/site.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { closeAttempt } from '#src/server/exam/close-attempt.ts';

const NAME = 'Exam rehearsal';
/** Attempts that one transaction closes. */
const BATCH = 20;

/** Nobody can guess the host of a rehearsal. */
const newKey = () => `rehearsal-${randomBytes(16).toString('hex')}`;

/**
 * Opens the enterprise of rehearsals (decision 067) at a host that nobody knows; creates it for the first one.
 * @returns its id and the first label of its host
 */
export async function openEnterprise(): Promise<{ enterpriseId: string; key: string }> {
  const enterpriseId = (await findEnterprise())?.id ?? (await createEnterprise());
  const key = newKey();
  await withPortal((db) => db.update(enterprise).set({ key, status: 'active' }).where(eq(enterprise.id, enterpriseId)));
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
    await withPortal((db) =>
      db.update(enterprise).set({ key: newKey(), status: 'closed' }).where(eq(enterprise.id, enterpriseId)),
    );
    await announce(enterpriseId);
  }
  await withPortal((db) => db.delete(userSession).where(eq(userSession.enterpriseId, enterpriseId)));
  await withTenant(enterpriseId, (db) =>
    db
      .update(exam)
      .set({ published: false })
      .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.published, true))),
  );
  for (let n = BATCH; n === BATCH;) n = await closeOpenAttempts(enterpriseId, now);
  await withTenant(enterpriseId, (db) => db.delete(examAnswer).where(eq(examAnswer.enterpriseId, enterpriseId)));
}

async function findEnterprise(): Promise<typeof enterprise.$inferSelect | undefined> {
  const [found] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.synthetic, true)));
  return found;
}

async function createEnterprise(): Promise<string> {
  const id = randomUUID();
  await withPortal((db) =>
    db.insert(enterprise).values({
      ...{ id, key: newKey(), name: NAME, timeZone: 'UTC', lang: 'en', status: 'closed', synthetic: true },
    }),
  );
  await withTenant(id, async (db) => {
    const websiteTitle = { zh: NAME, en: NAME };
    await db.insert(website).values({ enterpriseId: id, websiteTitle, brandColor: '#1355a0', publicFace: false });
    const shortest = { auditLogDays: 180, studyRefusalDays: 30, examAnswerDays: 180 };
    await db.insert(dataRetention).values({ enterpriseId: id, ...shortest });
  });
  return id;
}

async function closeOpenAttempts(enterpriseId: string, now: Date): Promise<number> {
  return withTenant(enterpriseId, async (db) => {
    const open = await db
      .select()
      .from(examAttempt)
      .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.status, 'open')))
      .limit(BATCH)
      .for('update');
    for (const attempt of open) await closeAttempt(db, attempt, 'sweep', now);
    return open.length;
  });
}

const announce = (enterpriseId: string) =>
  withTenant(enterpriseId, (db) => announceChange(db, { enterpriseId, tags: ['tenant', 'site'] }));
