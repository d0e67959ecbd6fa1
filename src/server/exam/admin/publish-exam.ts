import { and, eq, sql } from 'drizzle-orm';
import { chooseQuestions } from '../choose-questions.ts';
import { seededRandom } from '#src/lib/shuffle.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { readParts } from '../draw-paper.ts';
import { partsOf } from './check-exam.ts';
import { requireManaged } from './manage.ts';

/**
 * Publishes or withdraws an exam. Its audience is told of the first publication. A withdrawn exam cannot be started; attempts
 * in progress go on.
 * @throws AppError 404; 409 when the banks do not fill the paper
 */
export async function publishExam(ctx: Context, { id, published }: { id: string; published: boolean }) {
  const { db, tenant, now } = ctx;
  const rules = await requireManaged(ctx, id);
  if (published) await requireFilled(db, rules);
  let { revision } = rules;
  if (published !== rules.published) {
    const [changed] = await db
      .update(exam)
      .set({ published, revision: sql`${exam.revision} + 1`, gmtModified: now() })
      .where(and(eq(exam.enterpriseId, tenant.id), eq(exam.id, id)))
      .returning({ revision: exam.revision });
    revision = changed!.revision;
    await audit(
      db,
      ctx,
      published ? 'exam.published' : 'exam.withdrawn',
      { examId: id, title: rules.title },
      { about: [id] },
    );
    await announceChange(db, { enterpriseId: tenant.id, tags: ['exam'] });
    if (published) await sendJob(db, 'announce-exam', { enterpriseId: tenant.id, examId: id });
  }
  return { published, revision };
}

/** @throws AppError 409 when the banks do not fill the paper of an exam */
export async function requireFilled(db: TenantDb, rules: typeof exam.$inferSelect): Promise<void> {
  const parts = partsOf(await readParts(db, rules));
  const { lacks } = chooseQuestions(parts, seededRandom(rules.id));
  if (parts.length === 0 || lacks.some((missing) => missing > 0)) throw new AppError(409, 'examNotReady');
}
