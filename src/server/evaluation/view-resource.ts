import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { openResource } from '#src/server/study/read-resource.ts';
import { assessorsFor } from './assessors.ts';
import { readEvaluations } from './read-evaluations.ts';
import { readForm } from './read-form.ts';

/**
 * Returns the rubric of a resource, who assesses the viewer, and their tries.
 * @throws AppError 403 with the reason when the course may not be studied; 404; 409 for a resource without a rubric
 */
export async function viewResource(ctx: Context, { resourceId }: { resourceId: string }) {
  const { db, tenant, viewer } = ctx;
  await openResource(ctx, resourceId);
  const form = await readForm(db, tenant.id, resourceId);
  const tries = await readEvaluations(ctx, sql`e.form_id = ${form.id} and e.user_id = ${viewer.userId}`);
  const assessors = await assessorsFor(db, { enterpriseId: tenant.id, formId: form.id, userId: viewer.userId });
  return {
    kind: form.kind,
    rubric: form.rubric,
    maxTries: form.maxTries,
    assessors: assessors.map(({ userName }) => userName),
    canStart: mayStart(form, tries[0]),
    tries,
  };
}

type Try = { attempt: number; state: string; passed: boolean | null };

/** Whether a further try can begin after the latest one: after none, or after a failed one while tries are left. */
export const mayStart = ({ maxTries }: { maxTries: number }, latest: Try | undefined): boolean =>
  latest === undefined || (latest.state === 'done' && latest.passed === false && latest.attempt < maxTries);
