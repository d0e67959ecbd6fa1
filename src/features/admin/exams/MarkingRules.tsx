import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, ManyField, NumberField, SelectField } from '../kit/form-fields.tsx';
import { type EditorProps, useSetting } from './exam-settings.ts';

const MARKERS = [1, 2] as const;
const STEPS = [0.01, 0.1, 0.5, 1] as const;
const PUBLISHING = ['at_once', 'together'] as const;
const GROUPS = ['lecturers', 'course', 'named'] as const;

type Props = EditorProps & { /** Answers of the exam have marks that are not final. */ marksGiven: boolean };

/** Who marks short answers and how, when results are published, and appeals. */
export function MarkingRules({ choices, marksGiven }: Props) {
  const t = useT();
  const markers = useSetting('markers');
  const markerGroup = useSetting('markerGroup');
  const markerIds = useSetting('markerIds');
  const publishMarks = useSetting('publishMarks');
  const appealDays = useSetting('appealDays');
  return (
    <Group title={t('exam:admin.group.marking')} hint={t('exam:admin.markingHint')}>
      {marksGiven && (
        <p role="status" className="alert alert-soft alert-info">
          {t('exam:admin.marksGiven')}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="markers"
          label={t('exam:admin.markers')}
          hint={t(`exam:admin.markersHint.${markers}`)}
          options={MARKERS.map((value) => ({ value, label: t(`exam:admin.markersOf.${value}`) }))}
        />
        {markers === 2 && (
          <NumberField
            name="markTolerance"
            label={t('exam:admin.tolerance')}
            hint={t('exam:admin.toleranceHint')}
            step={0.5}
          />
        )}
        <SelectField
          name="markStep"
          label={t('exam:admin.markStep')}
          hint={t('exam:admin.markStepHint')}
          options={STEPS.map((value) => ({ value, label: String(value) }))}
        />
        <SelectField
          name="publishMarks"
          label={t('exam:admin.publishMarks')}
          hint={t(`exam:admin.publishMarksHint.${publishMarks}`)}
          options={PUBLISHING.map((value) => ({ value, label: t(`exam:admin.publishMarksOf.${value}`) }))}
        />
        <SelectField
          name="markerGroup"
          label={t('exam:admin.markerGroup')}
          hint={t(`exam:admin.markerGroupHint.${markerGroup}`)}
          options={GROUPS.map((value) => ({ value, label: t(`exam:admin.markerGroupOf.${value}`) }))}
        />
        <NumberField
          name="appealDays"
          label={t('exam:admin.appealDays')}
          hint={t(appealDays > 0 ? 'exam:admin.appealDaysHint' : 'exam:admin.appealDaysNone')}
        />
      </div>
      {markerGroup === 'named' && (
        <ManyField
          name="markerIds"
          label={t('exam:admin.namedMarkers', { count: markerIds.length })}
          hint={t('exam:admin.namedMarkersHint')}
          options={choices.markers.map(({ id, userName }) => ({ value: id, label: userName }))}
        />
      )}
      <CheckField name="blindMarking" label={t('exam:admin.blind')} hint={t('exam:admin.blindHint')} />
    </Group>
  );
}
