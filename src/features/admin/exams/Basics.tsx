import { useT } from '#src/i18n/island.tsx';
import { DepartmentField } from './DepartmentField.tsx';
import type { EditorProps } from './exam-settings.ts';
import { CheckField, Group, Labelled, MomentField, NumberField, SelectField, TextField } from '../kit/fields.tsx';

const AUDIENCES = ['everyone', 'departments', 'task', 'course'] as const;

/** Title, rewards, audience and schedule. */
export function Basics({ settings, change, errors, choices, timeZone, isAdmin }: EditorProps) {
  const t = useT();
  const none = { value: '', label: t('exam:admin.none') };
  const courses = choices.courses.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <>
      <Group title={t('exam:admin.group.basics')}>
        <TextField
          label={t('exam:admin.title')}
          value={settings.title}
          maxLength={200}
          error={errors['title']}
          onChange={(title) => change({ title })}
        />
        <Labelled label={t('exam:admin.intro')} hint={t('exam:admin.introHint')} error={errors['intro']}>
          {(own) => (
            <textarea
              {...own}
              rows={3}
              maxLength={5000}
              className="textarea w-full"
              value={settings.intro ?? ''}
              onChange={({ target }) => change({ intro: target.value || null })}
            />
          )}
        </Labelled>
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={t('exam:admin.course')}
            hint={t(isAdmin ? 'exam:admin.courseHint' : 'exam:admin.ownCourseHint')}
            error={errors['courseId']}
            value={settings.courseId ?? ''}
            options={[none, ...courses]}
            onChange={(id) => change({ courseId: id || null })}
          />
          {isAdmin && (
            <>
              <NumberField
                label={t('exam:admin.credits')}
                value={settings.credits}
                step={0.5}
                onChange={(credits) => change({ credits })}
              />
              <NumberField
                label={t('exam:admin.points')}
                value={settings.points}
                onChange={(points) => change({ points })}
              />
            </>
          )}
        </div>
      </Group>
      <Group title={t('exam:admin.group.audience')}>
        <SelectField
          label={t('exam:admin.audience')}
          hint={t(`exam:admin.audienceHint.${settings.audience}`)}
          value={settings.audience}
          options={AUDIENCES.map((value) => ({ value, label: t(`exam:admin.audienceOf.${value}`) }))}
          onChange={(audience) => change({ audience })}
        />
        {settings.audience === 'departments' && (
          <DepartmentField
            label={t('exam:admin.departments')}
            hint={t('exam:admin.departmentsHint')}
            error={errors['departments']}
            value={settings.departments}
            departments={choices.departments}
            onChange={(departments) => change({ departments })}
          />
        )}
        <CheckField
          label={t('exam:admin.practice')}
          hint={t('exam:admin.practiceHint')}
          value={settings.practice ?? false}
          onChange={(practice) => change({ practice })}
        />
      </Group>
      <Group title={t('exam:admin.group.schedule')} hint={t('exam:admin.scheduleHint', { timeZone })}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MomentField
            label={t('exam:admin.windowStart')}
            value={settings.windowStart}
            timeZone={timeZone}
            error={errors['windowStart']}
            onChange={(windowStart) => windowStart && change({ windowStart })}
          />
          <MomentField
            label={t('exam:admin.windowEnd')}
            hint={t('exam:admin.windowEndHint')}
            value={settings.windowEnd}
            timeZone={timeZone}
            error={errors['windowEnd']}
            onChange={(windowEnd) => windowEnd && change({ windowEnd })}
          />
          <NumberField
            label={t('exam:admin.limit')}
            hint={t('exam:admin.limitHint')}
            value={settings.limitSeconds}
            unit={60}
            error={errors['limitSeconds']}
            onChange={(limitSeconds) => change({ limitSeconds })}
          />
          <NumberField
            label={t('exam:admin.passScore')}
            value={settings.passScore}
            error={errors['passScore']}
            onChange={(passScore) => change({ passScore })}
          />
        </div>
      </Group>
    </>
  );
}
