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

/** A planned duration: whole days, else `1 h 5 min` or `5 min`. @param seconds whole seconds */
export function spanText(t: Translate, seconds: number): string {
  if (seconds >= 86_400 && seconds % 86_400 === 0) return t('exam:duration.d', { count: seconds / 86_400 });
  if (seconds % 60 > 0 || seconds >= 3600) return durationText(t, seconds);
  return t('exam:minutes', { count: seconds / 60 });
}
