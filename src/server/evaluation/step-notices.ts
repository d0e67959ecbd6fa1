import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';

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

/** Tells people that an evaluation waits for them, or that it is done. */
export async function tellStep(db: TenantDb, { enterpriseId, id, title, userName, step, at }: Fact, userIds: string[]) {
  await sendNotices(
    db,
    enterpriseId,
    userIds.map((userId) => ({
      userId,
      kind: step === 'done' ? ('evaluationDone' as const) : ('evaluationWaiting' as const),
      detail: { title, userName },
      path: evaluationPath(id),
      source: `evaluation-step:${id}:${step}`,
      at,
    })),
  );
}
