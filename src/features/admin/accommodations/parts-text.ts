import type { Translate } from '#src/i18n/format.ts';
import type { Accommodation } from './accommodation-list.ts';

/** What an accommodation grants, in one line. */
export function partsText(t: Translate, row: Accommodation): string {
  const minutes = (seconds: number) => Math.round(seconds / 6) / 10;
  return [
    row.extraPercent > 0 && t('exam:accommodation.part.percent', { percent: row.extraPercent }),
    row.extraSeconds > 0 && t('exam:accommodation.part.minutes', { minutes: minutes(row.extraSeconds) }),
    row.breaks > 0 && t('exam:accommodation.part.breaks', { count: row.breaks, minutes: minutes(row.breakSeconds) }),
    row.noSwitchRules && t('exam:accommodation.part.noSwitchRules'),
    row.largeType && t('exam:accommodation.part.largeType'),
    row.windowAfterSeconds > 0 && t('exam:accommodation.part.window', { hours: row.windowAfterSeconds / 3600 }),
  ]
    .filter(Boolean)
    .join(' · ');
}
