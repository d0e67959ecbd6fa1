import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { seal } from '#src/server/core/seal.ts';
import type { CodeSms } from './message.ts';

/**
 * Content of the job. `silent`: the message is not sent, but the request must look and take the same as one that is.
 */
export type SealedSms = CodeSms & { silent: boolean; expiresAt: string };

/** Returns the encrypted data of a job `send-sms`. */
export const sealSms = (sms: SealedSms): Jobs['send-sms'] => ({ sealed: seal(JSON.stringify(sms)) });
