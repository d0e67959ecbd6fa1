import type { Translate } from '#src/i18n/format.ts';

/** Tone of a state's badge. */
export const STATE_TONE: Record<string, string> = {
  waiting: 'badge-primary',
  resit: 'badge-warning',
  awaitingMarking: 'badge-info',
  pass: 'badge-success',
  fail: 'badge-error',
  absent: 'badge-ghost',
};

/** `1 h 5 min`, below an hour `5 min 3 s`. @param seconds whole seconds */
export function durationText(t: Translate, seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? t('exam:duration.hm', { h, m }) : t('exam:duration.ms', { m, s });
}

/** Whole minutes, rounded down. */
export const minutes = (seconds: number): number => Math.floor(seconds / 60);
