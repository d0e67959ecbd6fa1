import { createHmac } from 'node:crypto';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { appSecret } from '#src/server/core/settings.ts';

/**
 * Signs the receipt of a submission (docs/specification.md, section "Attempts"): HMAC-SHA256, hex, over the canonical
 * JSON of the answers, their number, the attempt and the time of closing.
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

/** Returns the receipt of a closed attempt as the API sends it. */
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
