import { useT } from '#src/i18n/island.tsx';
import type { EditorProps } from './exam-settings.ts';
import { CheckField, Group, ManyField, NumberField, SelectField } from '../kit/fields.tsx';

const WAYS = ['automatic', 'manual'] as const;
/** Offered first when somebody wants a score or validity of their own. */
const YEAR = 12;

/** Which certificate the exam earns, on which conditions, and how long it is valid. */
export function CertificateRule({ settings, change, errors, choices }: EditorProps) {
  const t = useT();
  const { certificateId, certificateWay, certificateScore, certificateMonths } = settings;
  const listed = (items: { id: string; title: string }[]) =>
    items.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Group title={t('exam:admin.group.certificate')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t('exam:admin.certificate')}
          value={certificateId ?? ''}
          options={[{ value: '', label: t('exam:admin.none') }, ...listed(choices.certificates)]}
          onChange={(id) => change({ certificateId: id || null })}
        />
        {certificateId && (
          <SelectField
            label={t('exam:admin.certificateWay')}
            hint={t(`exam:admin.certificateWayHint.${certificateWay}`)}
            value={certificateWay}
            options={WAYS.map((value) => ({ value, label: t(`exam:admin.certificateWayOf.${value}`) }))}
            onChange={(way) => change({ certificateWay: way })}
          />
        )}
      </div>
      {certificateId && certificateWay === 'automatic' && (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <div className="flex flex-col gap-3">
              <CheckField
                label={t('exam:admin.certificateEveryPass')}
                value={certificateScore === null}
                onChange={(every) => change({ certificateScore: every ? null : settings.passScore })}
              />
              {certificateScore !== null && (
                <NumberField
                  label={t('exam:admin.certificateScore')}
                  hint={t('exam:admin.certificateScoreHint')}
                  error={errors['certificateScore']}
                  value={certificateScore}
                  onChange={(score) => change({ certificateScore: score })}
                />
              )}
            </div>
            <div className="flex flex-col gap-3">
              <CheckField
                label={t('exam:admin.certificateOwnValidity')}
                value={certificateMonths === null}
                onChange={(own) => change({ certificateMonths: own ? null : YEAR })}
              />
              {certificateMonths !== null && (
                <NumberField
                  label={t('exam:admin.certificateMonths')}
                  error={errors['certificateMonths']}
                  value={certificateMonths}
                  onChange={(months) => change({ certificateMonths: months })}
                />
              )}
            </div>
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <ManyField
              label={t('exam:admin.certificateCourses')}
              hint={t('exam:admin.certificateNeedsHint')}
              error={errors['certificateCourses']}
              value={settings.certificateCourses}
              options={listed(choices.courses)}
              onChange={(ids) => change({ certificateCourses: ids })}
            />
            <ManyField
              label={t('exam:admin.certificateTasks')}
              hint={t('exam:admin.certificateNeedsHint')}
              error={errors['certificateTasks']}
              value={settings.certificateTasks}
              options={listed(choices.tasks)}
              onChange={(ids) => change({ certificateTasks: ids })}
            />
          </div>
        </>
      )}
    </Group>
  );
}
