import type { ResourcePlace } from '#src/contract/resource-place.ts';
import type { Translate } from '#src/i18n/format.ts';
import { clockTime } from '#src/lib/clock-time.ts';

/** The place that a question is about: `at 3:25`, or the page. */
export const placeText = (t: Translate, { unit, position }: ResourcePlace) =>
  unit === 'page'
    ? t('posts:view.atPage', { page: position })
    : t('posts:view.atSecond', { time: clockTime(position) });
