import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Hall } from './hall.store.ts';
import { warningAt } from './time-warnings.ts';

type Props = {
  hall: Hall;
  /** The section of the question that is shown, if it has a time of its own. */
  section: { title: string; secondsLeft: number } | null;
};

/** Warnings 5 minutes and 1 minute before the exam or the current section ends: visible, and announced once. */
export function TimeWarnings({ hall, section }: Props) {
  const t = useT();
  const seconds = useStore(hall.$secondsLeft);
  const phase = useStore(hall.$phase);
  const [seen, setSeen] = useState<string[]>([]);
  const warnings = [
    { title: null, at: warningAt(seconds) },
    // A section that ends with the exam has one warning.
    ...(section && section.secondsLeft < seconds ? [{ ...section, at: warningAt(section.secondsLeft) }] : []),
  ].flatMap(({ title, at }) => {
    if (at === null || phase !== 'open') return [];
    const count = at / 60;
    const text =
      title === null
        ? t('exam:hall.warning.exam', { count })
        : t('exam:hall.warning.section', { count, section: title });
    return [{ key: `${title ?? ''} ${at}`, isLast: count === 1, text }];
  });
  // A warning that no longer applies may come again.
  const stillSeen = seen.filter((key) => warnings.some((warning) => warning.key === key));
  if (stillSeen.length < seen.length) setSeen(stillSeen);
  return (
    // Always on the page: only changes of a live region are announced.
    <div className="page flex flex-col gap-2" aria-live="assertive" data-testid="time-warnings">
      {warnings
        .filter(({ key }) => !seen.includes(key))
        .map(({ key, isLast, text }) => (
          <div key={key} className={`alert mt-4 ${isLast ? 'alert-error' : 'alert-warning'}`}>
            <Icon name="clock" />
            <span>{text}</span>
            <button type="button" className="btn btn-sm" onClick={() => setSeen([...seen, key])}>
              {t('exam:hall.understood')}
            </button>
          </div>
        ))}
    </div>
  );
}
