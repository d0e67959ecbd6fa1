import { and, eq, sql } from 'drizzle-orm';
import { EVIDENCE_BYTES, EVIDENCE_QUOTA, UPLOAD_HOURS } from '#src/contract/rules/evaluation.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { evidenceUpload } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import type { Upload } from './find-upload.ts';
import { lockEvaluation } from './lock-evaluation.ts';

type Ctx = RequestContext & { viewer: Viewer };
/** Limit of new uploads of one user. */
const LIMIT = { limit: 60, seconds: 3600 };

/** When an upload expires that received bytes now. */
export const expiryFrom = (now: Date) => new Date(now.getTime() + UPLOAD_HOURS * 3_600_000);

/**
 * Creates an upload for a practical operation that the user has not submitted yet.
 * @param fileSize bytes
 * @throws AppError 404; 409 once it is submitted, with too many files, or over the quota; 413; 429
 */
export async function createUpload(
  ctx: Ctx,
  { evaluationId, fileName, fileSize }: { evaluationId: string; fileName: string; fileSize: number },
): Promise<Upload> {
  const { tenant, viewer } = ctx;
  if (fileSize > EVIDENCE_BYTES) throw new AppError(413, 'evidenceTooLarge');
  if (fileSize < 1 || fileName === '') throw new AppError(422, 'invalid');
  await takeTry(`evidence:${viewer.userId}`, LIMIT);
  return withTenant(tenant.id, async (db) => {
    const { row, isSelf } = await lockEvaluation({ ...ctx, db }, evaluationId);
    if (!isSelf) throw notFound();
    if (row.state !== 'draft') throw new AppError(409, 'evaluationStep');
    const ofEvaluation = and(eq(evidenceUpload.enterpriseId, tenant.id), eq(evidenceUpload.evaluationId, evaluationId));
    if ((await db.$count(evidenceUpload, ofEvaluation)) >= MAX_ITEMS.evidence)
      throw new AppError(409, 'tooMuchEvidence', { params: { limit: MAX_ITEMS.evidence } });
    const [used] = await db
      .select({ bytes: sql<number>`coalesce(sum(${evidenceUpload.fileSize}), 0)::float8` })
      .from(evidenceUpload)
      .where(and(eq(evidenceUpload.enterpriseId, tenant.id), eq(evidenceUpload.userId, viewer.userId)));
    if (used!.bytes + fileSize > EVIDENCE_QUOTA) throw new AppError(409, 'evidenceQuota');
    const now = ctx.now();
    const [created] = await db
      .insert(evidenceUpload)
      .values({
        enterpriseId: tenant.id,
        evaluationId,
        userId: viewer.userId,
        fileName,
        fileSize,
        expiresAt: expiryFrom(now),
        gmtCreate: now,
      })
      .returning();
    return created!;
  });
}
