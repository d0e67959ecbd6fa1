import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { seal } from '#src/server/core/seal.ts';
import type { SmsMessage } from './message.ts';

/** What the job carries. `silent`: nobody is to get it, but asking for it has to look and take the same. */
export type SealedSms = SmsMessage & { silent: boolean; expiresAt: string };

/** The data of a job `send-sms`. */
export const sealSms = (sms: SealedSms): Jobs['send-sms'] => ({ sealed: seal(JSON.stringify(sms)) });
