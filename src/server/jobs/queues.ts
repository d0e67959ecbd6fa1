/** Every queue and what its jobs carry. Migration makes the queues; `run-jobs.ts` knows who works on them. */
export type Jobs = {
  'close-exam': { enterpriseId: string; attemptId: string };
};

export const QUEUES = ['close-exam'] as const satisfies (keyof Jobs)[];
