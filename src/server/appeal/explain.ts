import type { OperationInput } from '#src/contract/calls.ts';
import { latestInstances } from '#src/server/flow/latest-instances.ts';
import type { Context } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { subjectOf } from './subjects/subjects.ts';

type Input = OperationInput<'GET /course/auth/appeal/explain'>;

/** What is known about a subject and the viewer, as operations answer it. @throws AppError 404 */
export async function explained(ctx: Context, { subjectType, subjectId }: Input) {
  const found = await subjectOf(subjectType).explain(ctx, subjectId);
  return { subjectType, subjectId, ...found, facts: found.facts.slice(0, MAX_ITEMS.facts) };
}

/** Answers "why isn't this counted?" for the viewer, with the state of their latest appeal. @throws AppError 404 */
export async function explain(ctx: Context, input: Input) {
  const answer = await explained(ctx, input);
  const { db, tenant, viewer } = ctx;
  const asked = { enterpriseId: tenant.id, applicantId: viewer.userId, flowType: 'appeal' } as const;
  const latest = await latestInstances(db, { ...asked, subjectIds: [input.subjectId] });
  return { ...answer, appeal: latest.get(input.subjectId) ?? null };
}
