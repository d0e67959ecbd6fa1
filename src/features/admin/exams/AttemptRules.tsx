import { useFieldArray } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, MomentField, NumberField, SelectField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { type EditorProps, newResit, type Settings, useExamForm, useSetting } from './exam-settings.ts';

const COUNTED = ['best', 'last', 'first'] as const;

/** Number of attempts, which one counts, and resits. */
export function AttemptRules({ timeZone }: EditorProps) {
  const t = useT();
  const { getValues } = useExamForm();
  const countedAttempt = useSetting('countedAttempt');
  const stopAfterPass = useSetting('stopAfterPass');
  const resits = useFieldArray<Settings, 'resits'>({ name: 'resits' });
  return (
    <Group title={t('exam:admin.group.attempts')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField name="maxAttempts" label={t('exam:admin.maxAttempts')} hint={t('exam:admin.maxAttemptsHint')} />
        <NumberField
          name="waitSeconds"
          label={t('exam:admin.wait')}
          hint={t('exam:admin.waitHint')}
          unit={3600}
          step={0.5}
        />
        <SelectField
          name="countedAttempt"
          label={t('exam:admin.counted')}
          hint={t(`exam:admin.countedHint.${countedAttempt}`)}
          options={COUNTED.map((value) => ({ value, label: t(`exam:admin.countedOf.${value}`) }))}
        />
      </div>
      <CheckField
        name="stopAfterPass"
        label={t('exam:admin.stop')}
        hint={t(stopAfterPass ? 'exam:admin.stopHint' : 'exam:admin.goOnHint')}
      />
      <Rows
        name="resits"
        label={t('exam:admin.resits')}
        hint={t('exam:admin.resitsHint')}
        rows={resits}
        nameOf={(at) => t('exam:admin.resit', { n: at + 1 })}
        commands={
          <button type="button" className="btn btn-outline btn-sm" onClick={() => resits.append(newResit(getValues()))}>
            {t('exam:admin.addResit')}
          </button>
        }
      >
        {(at) => (
          <div className="grid gap-3 sm:grid-cols-[1fr_1fr_8rem]">
            <MomentField
              name={`resits.${at}.windowStart`}
              label={t('exam:admin.windowStart')}
              timeZone={timeZone}
              isRequired
            />
            <MomentField
              name={`resits.${at}.windowEnd`}
              label={t('exam:admin.windowEnd')}
              timeZone={timeZone}
              isRequired
            />
            <NumberField name={`resits.${at}.attempts`} label={t('exam:admin.attempts')} />
          </div>
        )}
      </Rows>
    </Group>
  );
}
