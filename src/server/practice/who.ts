import type { Context } from '#src/server/core/context.ts';

/** The user who practises, and the time. */
export type Who = { enterpriseId: string; userId: string; now: Date };

export const whoOf = ({ tenant, viewer, now }: Pick<Context, 'tenant' | 'viewer' | 'now'>): Who => ({
  enterpriseId: tenant.id,
  userId: viewer.userId,
  now: now(),
});
