import { Choices } from '#src/components/Choices.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { accountLink } from '../account-query.ts';

/** The lists of the training records: courses, learning projects, classes with a date, and the user's notes. */
export function TrainingKinds({ current }: { current: 'courses' | 'projects' | 'classes' | 'notes' }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Choices
      label={t('record:filter.kind')}
      choices={(['courses', 'projects', 'classes', 'notes'] as const).map((panel) => ({
        label: t(`record:training.${panel}`),
        href: accountLink(locale, panel)({}),
        chosen: panel === current,
      }))}
    />
  );
}
