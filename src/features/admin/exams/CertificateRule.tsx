import { useT } from '#src/i18n/island.tsx';
import * as fields from '../kit/fields.tsx';
import { ManyField, NumberField, SelectField } from '../kit/form-fields.tsx';
import { type EditorProps, useExamForm, useSetting } from './exam-settings.ts';

const WAYS = ['automatic', 'manual'] as const;
/** Offered first when somebody wants a validity of their own, months. */
const YEAR = 12;

/** Which certificate the exam earns, on which conditions, and how long it is valid. */
export function CertificateRule({ choices }: EditorProps) {
  const t = useT();
  const { getValues, setValue } = useExamForm();
  const certificateId = useSetting('certificateId');
  const way = useSetting('certificateWay');
  const score = useSetting('certificateScore');
  const months = useSetting('certificateMonths');
  const listed = (items: { id: string; title: string }[]) =>
    items.map(({ id, title }) => ({ value: id, label: title }));
  const change = (name: 'certificateScore' | 'certificateMonths', value: number | null) =>
    setValue(name, value, { shouldDirty: true });
  return (
    <fields.Group title={t('exam:admin.group.certificate')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="certificateId"
          label={t('exam:admin.certificate')}
          options={[{ value: null, label: t('exam:admin.none') }, ...listed(choices.certificates)]}
        />
        {certificateId && (
          <SelectField
            name="certificateWay"
            label={t('exam:admin.certificateWay')}
            hint={t(`exam:admin.certificateWayHint.${way}`)}
            options={WAYS.map((value) => ({ value, label: t(`exam:admin.certificateWayOf.${value}`) }))}
          />
        )}
      </div>
      {certificateId && way === 'automatic' && (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <div className="flex flex-col gap-3">
              <fields.CheckField
                label={t('exam:admin.certificateEveryPass')}
                value={score === null}
                onChange={(every) => change('certificateScore', every ? null : getValues('passScore'))}
              />
              {score !== null && (
                <NumberField
                  name="certificateScore"
                  label={t('exam:admin.certificateScore')}
                  hint={t('exam:admin.certificateScoreHint')}
                />
              )}
            </div>
            <div className="flex flex-col gap-3">
              <fields.CheckField
                label={t('exam:admin.certificateOwnValidity')}
                value={months === null}
                onChange={(own) => change('certificateMonths', own ? null : YEAR)}
              />
              {months !== null && <NumberField name="certificateMonths" label={t('exam:admin.certificateMonths')} />}
            </div>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <ManyField
              name="certificateCourses"
              label={t('exam:admin.certificateCourses')}
              hint={t('exam:admin.certificateNeedsHint')}
              options={listed(choices.courses)}
            />
            <ManyField
              name="certificateTasks"
              label={t('exam:admin.certificateTasks')}
              hint={t('exam:admin.certificateNeedsHint')}
              options={listed(choices.tasks)}
            />
          </div>
        </>
      )}
    </fields.Group>
  );
}
