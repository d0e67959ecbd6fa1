import type { Context } from '#src/server/core/context.ts';

/** The user who practises, and the time. */
export type PracticeUser = { enterpriseId: string; userId: string; now: Date };

export const practiceUser = ({ tenant, viewer, now }: Pick<Context, 'tenant' | 'viewer' | 'now'>): PracticeUser => ({
  enterpriseId: tenant.id,
  userId: viewer.userId,
  now: now(),
});
