import { createHmac } from 'node:crypto';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { appSecret } from '#src/server/core/settings.ts';

/**
 * Proof of what was handed in (design section 8): HMAC-SHA256, hex, over the canonical JSON of the answers, their count,
 * the attempt and the moment of closing.
 */
export function signReceipt(closed: {
  attemptId: string;
  answers: Record<string, unknown>;
  answerCount: number;
  serverTime: Date;
}): string {
  return createHmac('sha256', appSecret())
    .update(`receipt\n${canonicalJson({ ...closed, serverTime: closed.serverTime.toISOString() })}`)
    .digest('hex');
}

/** The receipt of a closed attempt, as it travels. */
export function receiptOf(attempt: {
  id: string;
  answerCount: number | null;
  submittedAt: Date | null;
  receipt: string | null;
}) {
  return {
    attemptId: attempt.id,
    answerCount: attempt.answerCount ?? 0,
    serverTime: attempt.submittedAt!,
    hmac: attempt.receipt ?? '',
  };
}
