import type { z } from 'zod';
import type { AnswerEntry } from '#src/contract/exam-parts.ts';
import type { RequestContext, Viewer } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { attemptShape } from './attempt-shapes.ts';
import { checkEntries } from './check-entries.ts';
import { saveInBatch, type Saved } from './save-batch.ts';
import { isExpired } from './times.ts';

type Input = { attemptId: string; epoch: number; answers: z.output<typeof AnswerEntry>[] };

/**
 * Saves answers of an attempt under way (design section 8). Everything about a request that cannot change is checked
 * before it joins the others, so that a bad one fails alone; what can change is checked under the lock.
 * @throws Refusal 404 when it is not an attempt of the viewer; 422 for answers that do not fit the paper
 */
export async function saveAnswers(ctx: RequestContext & { viewer: Viewer }, { attemptId, epoch, answers }: Input) {
  const enterpriseId = ctx.tenant.id;
  const shape = await attemptShape(enterpriseId, attemptId);
  if (!shape || shape.userId !== ctx.viewer.userId) throw notFound();
  const now = ctx.now();
  const saved = await saveInBatch(enterpriseId, { attemptId, entries: checkEntries(shape, answers), now });
  if (!saved) throw notFound();
  return {
    attemptId,
    status: saved.status,
    epoch: saved.epoch,
    superseded: saved.epoch !== epoch,
    serverTime: ctx.now(),
    deadlineAt: saved.deadlineAt,
    acks: answers.map((entry) => ({
      questionId: entry.questionId,
      epoch: entry.epoch,
      revision: entry.revision,
      state: stateOf(entry.epoch, saved, now),
    })),
  };
}

/** The same rule as in the statement of save-batch.ts. */
function stateOf(epoch: number, saved: Saved, now: Date): 'saved' | 'superseded' | 'late' | 'closed' {
  if (saved.status !== 'open') return 'closed';
  if (epoch !== saved.epoch) return 'superseded';
  return isExpired(saved.deadlineAt, now) ? 'late' : 'saved';
}
