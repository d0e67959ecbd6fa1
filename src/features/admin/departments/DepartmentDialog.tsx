import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { type Person, PersonField } from '../../people/PersonField.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { findManagedPeople } from '../kit/find-people.ts';
import type { Department } from './department-list.ts';

type Props = ({ kind: 'add'; parent: Department | null } | { kind: 'edit'; department: Department }) & {
  onSaved: (id: string) => void;
  onClose: () => void;
};

/** Adds a department, or changes its names, code and head. */
export function DepartmentDialog({ onSaved, onClose, ...given }: Props) {
  const t = useT();
  const stored = given.kind === 'edit' ? given.department : null;
  const [head, setHead] = useState<Person | null>(
    stored?.headId ? { userId: stored.headId, userName: stored.headName ?? '' } : null,
  );
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { name: t('organisation:nameMissing') }),
    send: async (values) => {
      const input = {
        ...(stored ? { id: stored.id, revision: stored.revision } : {}),
        parentId: given.kind === 'add' ? (given.parent?.id ?? null) : null,
        name: textOf(values, 'name'),
        otherName: textOf(values, 'otherName'),
        code: textOf(values, 'code'),
        headId: head?.userId ?? null,
      };
      const { id } = await api('POST /user/auth/organisation/department/save', input, { isShowErrTip: false });
      notify(t('organisation:saved'), 'success');
      onSaved(id);
      onClose();
    },
  });
  const title = stored
    ? t('organisation:department.editTitle', { name: stored.name })
    : given.kind === 'add' && given.parent
      ? t('organisation:department.addBelowTitle', { name: given.parent.name })
      : t('organisation:department.addTop');
  return (
    <FormDialog title={title} action={t('organisation:save')} form={form} onClose={onClose}>
      {stored && <p className="text-sm text-muted">{t('organisation:department.renameHint')}</p>}
      <FormField
        {...form.field('name')}
        label={t('organisation:name')}
        hint={t('organisation:nameHint')}
        defaultValue={stored?.name ?? ''}
        maxLength={60}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          {...form.field('otherName')}
          label={t('organisation:otherName')}
          defaultValue={stored?.otherName ?? ''}
          maxLength={120}
          autoComplete="off"
        />
        <FormField
          {...form.field('code')}
          label={t('organisation:code')}
          hint={t('organisation:codeHint')}
          defaultValue={stored?.code ?? ''}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <fieldset>
        <legend className="mb-2 font-medium">{t('organisation:department.head')}</legend>
        <PersonField
          chosen={head}
          onChoose={setHead}
          search={findManagedPeople}
          hint={t('organisation:department.headHint')}
          placeholder=""
        />
        {form.field('headId').error && <p className="mt-1 text-sm text-error">{form.field('headId').error}</p>}
      </fieldset>
    </FormDialog>
  );
}
