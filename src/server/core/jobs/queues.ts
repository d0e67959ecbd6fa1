/** Every queue and what its jobs carry. Migration makes the queues; `run-jobs.ts` knows who works on them. */
export type Jobs = {
  'close-exam': { enterpriseId: string; attemptId: string };
  'make-export': { enterpriseId: string; exportId: string };
  /** `SealedSms` of `send-sms.ts`, sealed: it carries a code. */
  'send-sms': { sealed: string };
};

/** How each queue keeps and repeats its jobs. */
export const QUEUES = {
  'close-exam': { retryLimit: 5, retryDelay: 10, retryBackoff: true },
  // What goes wrong with the file itself is written into its record; a job fails only when not even that was possible.
  'make-export': { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 300 },
  // Somebody waits for it, so it is tried thrice within half a minute; and it carries a code, so it is gone soon after.
  'send-sms': { retryLimit: 2, retryDelay: 5, expireInSeconds: 60, retentionSeconds: 600, deleteAfterSeconds: 60 },
} as const satisfies Record<keyof Jobs, object>;
