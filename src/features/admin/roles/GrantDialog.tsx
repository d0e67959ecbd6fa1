import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { BUNDLES, canBeScoped } from '#src/contract/rules/rights.ts';
import { useT } from '#src/i18n/island.tsx';
import { type Person, PersonField } from '../../people/PersonField.tsx';
import { SelectField } from '../kit/fields.tsx';
import { findManagedPeople } from '../kit/find-people.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { Tree } from '../kit/Tree.tsx';
import { CHANGES } from './role-list.ts';

const GIVEN = ['trainingManager', ...BUNDLES.filter((each) => each !== 'trainingManager'), 'administrator'] as const;

type Props = {
  /** Of the page of this member; without it the dialog asks. */
  person?: Person;
  onClose: () => void;
};

/** Gives a member a role, in the enterprise or in a department with those below it. */
export function GrantDialog({ person: given, onClose }: Props) {
  const t = useT();
  const [person, setPerson] = useState<Person | null>(given ?? null);
  const [role, setRole] = useState<(typeof GIVEN)[number]>('trainingManager');
  const [isScoped, setScoped] = useState(false);
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [keyword, setKeyword] = useState('');
  const departments = useCall('GET /user/auth/organisation/department/list', {}).data?.departments ?? [];
  const takesDepartment = role !== 'administrator' && canBeScoped(role);
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (): Record<string, string> =>
      takesDepartment && isScoped && !departmentId ? { departmentId: t('organisation:department.choose') } : {},
    send: async () => {
      const { userId } = person!;
      if (role === 'administrator')
        await api('PUT /user/auth/enterprise/administrator/save', { userId, isAdmin: true }, { isShowErrTip: false });
      else {
        const input = { userId, bundle: role, departmentId: takesDepartment && isScoped ? departmentId : null };
        await api('POST /user/auth/enterprise/role/grant', input, { isShowErrTip: false });
      }
      notify(t('organisation:role.granted'), 'success');
      invalidate(...CHANGES);
      onClose();
    },
  });
  const where = (scoped: boolean, label: string) => (
    <label className="flex items-center gap-2">
      <input
        type="radio"
        name="where"
        className="radio radio-sm"
        checked={isScoped === scoped}
        onChange={() => setScoped(scoped)}
      />
      {label}
    </label>
  );
  return (
    <FormDialog
      title={t('organisation:role.grant')}
      action={t('organisation:role.grantAction')}
      form={{ ...form, submit: { ...form.submit, disabled: form.submit.disabled || !person } }}
      onClose={onClose}
    >
      {given ? (
        <p className="font-medium">{given.userName}</p>
      ) : (
        <PersonField
          chosen={person}
          onChoose={setPerson}
          search={findManagedPeople}
          hint={t('organisation:role.memberHint')}
          placeholder=""
        />
      )}
      <SelectField
        label={t('organisation:role.role')}
        hint={t(`organisation:role.hint.${role}`)}
        value={role}
        onChange={setRole}
        options={GIVEN.map((value) => ({ value, label: t(`organisation:role.name.${value}`) }))}
      />
      {takesDepartment && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm font-medium">{t('organisation:role.where')}</legend>
          {where(false, t('organisation:role.everywhere'))}
          {where(true, t('organisation:role.inDepartment'))}
          {isScoped && (
            <>
              <input
                type="search"
                className="input w-full"
                value={keyword}
                maxLength={100}
                autoComplete="off"
                placeholder={t('organisation:department.search')}
                aria-label={t('organisation:department.search')}
                onChange={({ target }) => setKeyword(target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') event.preventDefault();
                }}
              />
              <div className="max-h-60 overflow-y-auto rounded-field border border-base-300">
                <Tree
                  label={t('organisation:department.title')}
                  nodes={departments.map(({ id, parentId, name }) => ({ id, parentId, label: name }))}
                  selected={departmentId}
                  onSelect={setDepartmentId}
                  keyword={keyword}
                />
              </div>
              {form.field('departmentId').error && (
                <p className="text-sm text-error">{form.field('departmentId').error}</p>
              )}
            </>
          )}
        </fieldset>
      )}
    </FormDialog>
  );
}
