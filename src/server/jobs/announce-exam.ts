import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { announceExam } from '#src/server/exam/announce-exam.ts';

/** Tells the audience of a published exam, batch by batch. A repetition tells those who do not know yet. */
export async function announceExamJob(data: Jobs['announce-exam'], now = systemNow()): Promise<void> {
  while ((await announceExam(data, now)) > 0);
}
