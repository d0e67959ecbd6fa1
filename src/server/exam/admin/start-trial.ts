import { randomUUID } from 'node:crypto';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { closeExpired } from '../attempt/close-expired.ts';
import { createAttempt } from '../attempt/create-attempt.ts';
import { readEntry } from '../read-entry.ts';
import { requireManaged } from './manage.ts';
import type { ExamRules } from './read-exam.ts';

/** How much longer than an attempt the window of a trial is, seconds. */
const SPARE_SECONDS = 86_400;

/**
 * Starts a trial sitting of an exam, draft or published, for somebody who manages it; continues the one in progress. The attempt
 * belongs to an exam of its own with the same rules, so that no figure of the real one knows of it (decision 100).
 * @throws AppError 404 when the viewer does not manage the exam; 409 when its banks cannot fill a paper
 */
export async function startTrial(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer, now } = ctx;
  const rules = await requireManaged(ctx, id);
  const at = now();
  const examId = await storeRules(db, rules, at);
  const who = { enterpriseId: tenant.id, userId: viewer.userId, examId, now: at };
  await closeExpired(db, { ...who, closedBy: 'timer' });
  const entry = (await readEntry(db, who))!;
  if (entry.openId) return { attemptId: entry.openId, resumed: true };
  const start = { userId: viewer.userId, seed: randomUUID(), at, writer: null, trialOf: id };
  const attempt = await createAttempt(db, entry, start);
  await audit(db, ctx, 'exam.tried', { examId: id, title: rules.title }, { about: [id] });
  return { attemptId: attempt.id, resumed: false };
}

/** Gives the exam of the trials the rules that the exam has now, without rewards. @returns its id */
async function storeRules(db: TenantDb, { id, ...rules }: ExamRules, at: Date): Promise<string> {
  const values = {
    ...rules,
    ...{ trialOf: id, code: `trial-${id}`, published: false, practice: false },
    // Nobody belongs to its audience.
    ...{ courseId: null, audience: 'task' as const, markerGroup: 'named' as const },
    ...{ windowStart: at, windowEnd: new Date(at.getTime() + (rules.limitSeconds + SPARE_SECONDS) * 1000) },
    ...{ maxAttempts: 1_000_000, waitSeconds: 0, stopAfterPass: false, countedAttempt: 'last' as const },
    ...{ reviewPolicy: 'immediately' as const, reviewEarly: true, appealDays: 0 },
    ...{ credits: '0', points: '0', certificateId: null, certificateScore: null, certificateMonths: null },
    ...{ publishMarks: 'at_once' as const, gmtModified: at },
  };
  const [stored] = await db
    .insert(exam)
    .values(values)
    .onConflictDoUpdate({ target: [exam.enterpriseId, exam.trialOf], set: values })
    .returning({ id: exam.id });
  return stored!.id;
}
