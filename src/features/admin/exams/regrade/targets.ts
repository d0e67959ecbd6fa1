import type { Data, OperationInput } from '#src/contract/calls.ts';

/** What a regrade changes, without the decisions at the end. */
export type Regrade = Omit<
  OperationInput<'POST /exam/auth/exam/regrade/save'>,
  'keepPasses' | 'reason' | 'fingerprint'
>;
export type Preview = Data<'POST /exam/auth/exam/regrade/preview'>;
/** A previewed regrade of one exam. */
export type Target = { regrade: Regrade; title: string; preview: Preview };

/** How many results a regrade changes, by the name of the change; those of certificates only where there are some. */
export function changesOf(preview: Preview) {
  const counts = [
    ['raised', preview.raisedCount],
    ['lowered', preview.loweredCount],
    ['gained', preview.gainedCount],
    ['lost', preview.lostCount],
    ['certificateGained', preview.certificateGainedCount],
    ['certificateLost', preview.certificateLostCount],
  ] as const;
  return counts.filter(([name, count]) => count > 0 || !name.startsWith('certificate'));
}
