import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Fact } from './facts.ts';

/** What is known about a subject and one learner. */
export type Explanation = {
  title: string;
  /** The course whose lecturer decides appeals; null: the administrators. */
  courseId: string | null;
  /** Where it is studied or taken, without language prefix. */
  path: string;
  facts: Fact[];
  /** The next step; `step` is a text of `appeal:next`. */
  next: { step: string; path: string | null };
};

export type Learner = { enterpriseId: string; userId: string; at: Date; timeZone: string };

/** A type of subject of "Why isn't this counted?" and of appeals. */
export type Subject = {
  /**
   * Explains what is counted, from stored facts.
   * @param ctx its viewer is the learner
   * @throws AppError 404 when the subject does not exist here or has nothing to do with the learner
   */
  explain: (ctx: Context, id: string) => Promise<Explanation>;
  /** Counts it as complete, in the transaction of the decision. Idempotent. Null: appeals only grant hours and credits. */
  complete: ((db: TenantDb, learner: Learner, id: string) => Promise<void>) | null;
};
