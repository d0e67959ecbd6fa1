import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { announceChange } from '#src/server/core/db/changes.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAnswer, examLateAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { markingAnswer } from '#src/server/marking/tables.ts';
import { dataRetention } from '#src/server/core/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { closeAttempt } from '#src/server/exam/attempt/close-attempt.ts';

const NAME = 'Exam rehearsal';
/** Attempts that one transaction closes, and of which one makes the results final. */
const BATCH = 20;
const FINAL_BATCH = 500;

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
  for (let n = FINAL_BATCH; n === FINAL_BATCH;) n = await finishAttempts(enterpriseId, now);
  for (const table of [examAnswer, examLateAnswer])
    await withTenant(enterpriseId, (db) => db.delete(table).where(eq(table.enterpriseId, enterpriseId)));
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

/** Gives no points for short answers: attempts that wait for a marker would be kept for good. */
async function finishAttempts(enterpriseId: string, now: Date): Promise<number> {
  return withTenant(enterpriseId, async (db) => {
    await db.delete(markingAnswer).where(eq(markingAnswer.enterpriseId, enterpriseId));
    const { rowCount } = await db.execute(sql`
      update exam_attempt a
      set status = 'marked', passed = false, subjective_score = 0, marked_at = ${now.toISOString()}::timestamptz,
          marks = coalesce(a.marks, '{}') || coalesce((
            select jsonb_object_agg(q ->> 'questionId', 0) from jsonb_array_elements(a.paper) q
            where q ->> 'type' = 'short'), '{}')
      where a.enterprise_id = ${enterpriseId} and a.id in (
        select id from exam_attempt where enterprise_id = ${enterpriseId} and status = 'submitted' limit ${FINAL_BATCH})`);
    return rowCount ?? 0;
  });
}

const announce = (enterpriseId: string) =>
  withTenant(enterpriseId, (db) => announceChange(db, { enterpriseId, tags: ['tenant', 'site'] }));
