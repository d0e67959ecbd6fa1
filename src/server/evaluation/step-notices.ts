import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { type NewNotice, sendNotices } from '#src/server/notice/send-notice.ts';

type Fact = {
  enterpriseId: string;
  id: string;
  title: string;
  /** Name of the person who is evaluated. */
  userName: string;
  /** Step that begins; part of the source, so that each is reported once. */
  step: string;
  at: Date;
};

/** Returns the address of an evaluation (Chinese form). */
export const evaluationPath = (id: string) => `/account/evaluations/${id}`;

/** The notices to people that an evaluation waits for them, or that it is done. */
export const stepNotices = ({ id, title, userName, step, at }: Fact, userIds: string[]): NewNotice[] =>
  userIds.map((userId) => ({
    userId,
    kind: step === 'done' ? 'evaluationDone' : 'evaluationWaiting',
    detail: { title, userName },
    path: evaluationPath(id),
    source: `evaluation-step:${id}:${step}`,
    at,
  }));

/** Tells people that an evaluation waits for them, or that it is done. */
export async function tellStep(db: TenantDb, fact: Fact, userIds: string[]) {
  await sendNotices(db, fact.enterpriseId, stepNotices(fact, userIds));
}
