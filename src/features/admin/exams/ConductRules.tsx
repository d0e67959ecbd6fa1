import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, NumberField, SelectField } from '../kit/form-fields.tsx';
import { useSetting } from './exam-settings.ts';

const REVIEWS = ['immediately', 'after_last', 'after_window', 'never'] as const;
const SWITCHES = ['none', 'warn', 'limit', 'at_once'] as const;

/** What follows from leaving the screen, and when answers are shown. */
export function ConductRules() {
  const t = useT();
  const switchPolicy = useSetting('switchPolicy');
  const reviewPolicy = useSetting('reviewPolicy');
  return (
    <Group title={t('exam:admin.group.conduct')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="switchPolicy"
          label={t('exam:admin.switch')}
          hint={t(`exam:admin.switchHint.${switchPolicy}`)}
          options={SWITCHES.map((value) => ({ value, label: t(`exam:admin.switchOf.${value}`) }))}
        />
        {switchPolicy === 'limit' && <NumberField name="switchLimit" label={t('exam:admin.switchLimit')} />}
        <SelectField
          name="reviewPolicy"
          label={t('exam:admin.review')}
          hint={t(`exam:admin.reviewHint.${reviewPolicy}`)}
          options={REVIEWS.map((value) => ({ value, label: t(`exam:admin.reviewOf.${value}`) }))}
        />
      </div>
      {reviewPolicy === 'immediately' && (
        <CheckField name="reviewEarly" label={t('exam:admin.reviewEarly')} hint={t('exam:admin.reviewEarlyHint')} />
      )}
    </Group>
  );
}
