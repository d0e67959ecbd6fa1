import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { bound, CheckField, MomentField, NumberField, SelectField, TextField } from '../kit/form-fields.tsx';
import { DepartmentField } from './DepartmentField.tsx';
import { type EditorProps, useSetting } from './exam-settings.ts';

const AUDIENCES = ['everyone', 'departments', 'task', 'course'] as const;
const Departments = bound(DepartmentField);

/** Title, rewards, audience and schedule. */
export function Basics({ choices, timeZone, isAdmin }: EditorProps) {
  const t = useT();
  const audience = useSetting('audience');
  const courses = choices.courses.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <>
      <Group title={t('exam:admin.group.basics')}>
        <TextField name="title" label={t('exam:admin.title')} maxLength={200} />
        <TextField
          name="intro"
          label={t('exam:admin.intro')}
          hint={t('exam:admin.introHint')}
          rows={3}
          maxLength={5000}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            name="courseId"
            label={t('exam:admin.course')}
            hint={t(isAdmin ? 'exam:admin.courseHint' : 'exam:admin.ownCourseHint')}
            options={[{ value: null, label: t('exam:admin.none') }, ...courses]}
          />
          {isAdmin && (
            <>
              <NumberField name="credits" label={t('exam:admin.credits')} step={0.5} />
              <NumberField name="points" label={t('exam:admin.points')} />
            </>
          )}
        </div>
      </Group>
      <Group title={t('exam:admin.group.audience')}>
        <SelectField
          name="audience"
          label={t('exam:admin.audience')}
          hint={t(`exam:admin.audienceHint.${audience}`)}
          options={AUDIENCES.map((value) => ({ value, label: t(`exam:admin.audienceOf.${value}`) }))}
        />
        {audience === 'departments' && (
          <Departments
            name="departments"
            label={t('exam:admin.departments')}
            hint={t('exam:admin.departmentsHint')}
            departments={choices.departments}
          />
        )}
        <CheckField name="practice" label={t('exam:admin.practice')} hint={t('exam:admin.practiceHint')} />
      </Group>
      <Group title={t('exam:admin.group.schedule')} hint={t('exam:admin.scheduleHint', { timeZone })}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MomentField name="windowStart" label={t('exam:admin.windowStart')} timeZone={timeZone} isRequired />
          <MomentField
            name="windowEnd"
            label={t('exam:admin.windowEnd')}
            hint={t('exam:admin.windowEndHint')}
            timeZone={timeZone}
            isRequired
          />
          <NumberField name="limitSeconds" label={t('exam:admin.limit')} hint={t('exam:admin.limitHint')} unit={60} />
          <NumberField name="passScore" label={t('exam:admin.passScore')} />
        </div>
      </Group>
    </>
  );
}
