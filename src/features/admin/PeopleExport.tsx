import '#src/components/date-field.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { SelectField } from '#src/features/company/SelectField.tsx';
import { PersonPicker } from './kit/PersonPicker.tsx';
import { island, useT } from '#src/i18n/island.tsx';

const SAVE = 'POST /data/auth/export/people/save';
type List = Input<typeof SAVE>['exportType'];

const OF_COURSES: List[] = ['courses', 'studyRecords', 'exams', 'certificates', 'hours', 'credits'];
const ALL: List[] = [...OF_COURSES, 'projects', 'tasks', 'attendance', 'orders', 'approvals', 'evaluations'];

type Props = {
  departments: Data<'GET /course/auth/order/department/list'>;
  /** An organisation account exports what belongs to the courses of its seats. */
  isAdmin: boolean;
};

/** Requests an export of a list over other people: which list, whose rows, and of which period. */
export function PeopleExport({ departments, isAdmin }: Props) {
  const t = useT();
  const [person, setPerson] = useState<{ userId: string; userName: string } | null>(null);
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) => ({
      ...(!values.get('exportType') && { exportType: t('export:people.chooseList') }),
      ...(isBefore(values.get('to'), values.get('from')) && { to: t('export:people.wrongPeriod') }),
    }),
    send: async (values) => {
      const text = (name: string) => String(values.get(name) ?? '') || undefined;
      const record = await api(
        SAVE,
        {
          exportType: text('exportType') as List,
          department: text('department'),
          userId: person?.userId,
          from: text('from'),
          to: text('to'),
        },
        { isShowErrTip: false },
      );
      notify(t('export:requested'), 'success');
      expectExports([record]);
    },
  });
  return (
    <form {...form.form} method="post" className="paper flex flex-col gap-5 px-4 py-5 sm:px-6">
      <FormAlert text={form.alert} />
      <SelectField
        {...form.field('exportType')}
        label={t('export:people.list')}
        placeholder={t('export:people.chooseList')}
        options={(isAdmin ? ALL : OF_COURSES).map((value) => ({ value, label: t(`export:list.${value}`) }))}
      />
      <SelectField
        {...form.field('department')}
        label={t('export:people.department')}
        placeholder={t('export:people.allDepartments')}
        options={departments.map(({ department, memberCount }) => ({
          value: department,
          label: `${department} (${memberCount})`,
        }))}
      />
      <PersonPicker chosen={person} onChoose={setPerson} placeholder={t('export:people.everybody')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField {...form.field('from')} type="date" label={t('export:people.from')} />
        <FormField {...form.field('to')} type="date" label={t('export:people.to')} />
      </div>
      <div>
        <SubmitButton {...form.submit}>{t('export:button')}</SubmitButton>
      </div>
    </form>
  );
}

/** Whether both days are given and the first is earlier than the second. */
const isBefore = (day: FormDataEntryValue | null, other: FormDataEntryValue | null) =>
  Boolean(day) && Boolean(other) && String(day) < String(other);

export default island(PeopleExport);
