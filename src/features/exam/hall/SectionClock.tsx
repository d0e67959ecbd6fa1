import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockFace } from './exam-clock.ts';
import type { Hall } from './hall.store.ts';

type Props = { hall: Hall; section: string; endsAt: string };

/** Remaining time of the part of the paper that is shown. */
export function SectionClock({ hall, section, endsAt }: Props) {
  const t = useT();
  const left = useSectionLeft(hall, endsAt)!;
  return (
    // Not a live region: it changes every second, and the warnings are announced (TimeWarnings).
    <p className={`alert mb-4 ${left === 0 ? 'alert-warning' : 'alert-info alert-soft'}`}>
      <Icon name="clock" />
      {left === 0
        ? t('exam:hall.sectionOver', { section })
        : t('exam:hall.sectionLeft', { section, time: clockFace(left) })}
    </p>
  );
}

/** Seconds until the part of a question ends; null: it has no time of its own. */
export function useSectionLeft(hall: Hall, endsAt: string | null): number | null {
  // Changes every second.
  useStore(hall.$secondsLeft);
  return hall.sectionLeft(endsAt);
}
