import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { EditorProps } from './exam-settings.ts';
import { CheckField, Group, NumberField, SelectField } from '../kit/fields.tsx';

const MARKERS = ['1', '2'] as const;
const STEPS = ['0.01', '0.1', '0.5', '1'] as const;
const PUBLISHING = ['at_once', 'together'] as const;
const GROUPS = ['lecturers', 'course', 'named'] as const;

type Props = EditorProps & { /** Answers of the exam have marks that are not final. */ marksGiven: boolean };

/** Who marks short answers and how, when results are published, and appeals. */
export function MarkingRules({ settings, change, errors, choices, marksGiven }: Props) {
  const t = useT();
  const { markers, markTolerance, markStep, blindMarking, publishMarks, markerGroup, markerIds, appealDays } = settings;
  return (
    <Group title={t('exam:admin.group.marking')} hint={t('exam:admin.markingHint')}>
      {marksGiven && (
        <p role="status" className="alert alert-info alert-soft">
          {t('exam:admin.marksGiven')}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t('exam:admin.markers')}
          hint={t(`exam:admin.markersHint.${markers}`)}
          error={errors['markers']}
          value={String(markers)}
          options={MARKERS.map((value) => ({ value, label: t(`exam:admin.markersOf.${value}`) }))}
          onChange={(value) => change({ markers: Number(value) })}
        />
        {markers === 2 && (
          <NumberField
            label={t('exam:admin.tolerance')}
            hint={t('exam:admin.toleranceHint')}
            value={markTolerance}
            step={0.5}
            error={errors['markTolerance']}
            onChange={(value) => change({ markTolerance: value })}
          />
        )}
        <SelectField
          label={t('exam:admin.markStep')}
          hint={t('exam:admin.markStepHint')}
          error={errors['markStep']}
          value={String(markStep)}
          options={STEPS.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ markStep: Number(value) })}
        />
        <SelectField
          label={t('exam:admin.publishMarks')}
          hint={t(`exam:admin.publishMarksHint.${publishMarks}`)}
          error={errors['publishMarks']}
          value={publishMarks}
          options={PUBLISHING.map((value) => ({ value, label: t(`exam:admin.publishMarksOf.${value}`) }))}
          onChange={(value) => change({ publishMarks: value })}
        />
        <SelectField
          label={t('exam:admin.markerGroup')}
          hint={t(`exam:admin.markerGroupHint.${markerGroup}`)}
          error={errors['markerGroup']}
          value={markerGroup}
          options={GROUPS.map((value) => ({ value, label: t(`exam:admin.markerGroupOf.${value}`) }))}
          onChange={(value) => change({ markerGroup: value })}
        />
        <NumberField
          label={t('exam:admin.appealDays')}
          hint={t(appealDays > 0 ? 'exam:admin.appealDaysHint' : 'exam:admin.appealDaysNone')}
          value={appealDays}
          error={errors['appealDays']}
          onChange={(value) => change({ appealDays: Math.round(value) })}
        />
      </div>
      {markerGroup === 'named' && (
        <fieldset className="flex flex-col gap-2" aria-describedby={errors['markerIds'] ? 'markers-error' : undefined}>
          <legend className="mb-1 text-sm font-medium">
            {t('exam:admin.namedMarkers', { count: markerIds.length })}
          </legend>
          <div className="grid max-h-60 gap-2 overflow-y-auto rounded-field border border-base-300 p-3 sm:grid-cols-3">
            {choices.markers.map(({ id, userName }) => (
              <CheckField
                key={id}
                label={userName}
                value={markerIds.includes(id)}
                onChange={(isNamed) =>
                  change({ markerIds: isNamed ? [...markerIds, id] : markerIds.filter((each) => each !== id) })
                }
              />
            ))}
          </div>
          <p className="text-sm text-muted">{t('exam:admin.namedMarkersHint')}</p>
          {errors['markerIds'] && <FieldError id="markers-error" text={errors['markerIds']} />}
        </fieldset>
      )}
      <div>
        <CheckField
          label={t('exam:admin.blind')}
          hint={t('exam:admin.blindHint')}
          value={blindMarking}
          onChange={(value) => change({ blindMarking: value })}
        />
        {errors['blindMarking'] && <FieldError id="blind-error" text={errors['blindMarking']} />}
      </div>
    </Group>
  );
}
