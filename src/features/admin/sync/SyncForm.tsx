import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { updateQueryData } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { CONTACT_FIELDS, type ContactField, NUMBER_SOURCES } from '#src/contract/rules/contact-sync.ts';
import { useT } from '#src/i18n/island.tsx';
import { CheckField, ManyField, SelectField, TextField } from '../kit/fields.tsx';
import { ChosenDepartments } from './ChosenDepartments.tsx';
import { type Setting, SETTINGS } from './sync-list.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Props = { setting: Setting; timeZone: string; onSaved: () => void };

/** How the contacts of a provider are synchronised. The secret is never shown. */
export function SyncForm({ setting, timeZone, onSaved }: Props) {
  const t = useT();
  const { provider } = setting;
  const [values, setValues] = useState(setting);
  const [secret, setSecret] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const set = (change: Partial<Setting>) => setValues({ ...values, ...change });
  const save = useAction(async () => {
    const { hasSecret: _, loginAppId: __, departments, ...rest } = values;
    const chosen = departments.map(({ targetPath: ___, ...each }) => each);
    try {
      const input = { ...rest, departments: chosen, secret };
      const saved = await api('PUT /people/auth/sync/setting/save', input, { isShowErrTip: false });
      updateQueryData(SETTINGS, {}, ({ list }) => ({
        list: list.map((each) => (each.provider === provider ? saved : each)),
      }));
      onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.fields);
      setAlert(Object.keys(error.fields).length > 0 ? '' : error.message);
    }
  });
  const isLogin = values.loginAppId !== null && values.appId === values.loginAppId;
  const stored = setting.hasSecret && values.appId === setting.appId;
  return (
    <form
      className="flex flex-col gap-5 border-t border-base-300 pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t(`people:sync.appId.${provider}`)}
          name="appId"
          maxLength={100}
          value={values.appId}
          error={errors['appId']}
          onChange={(appId) => set({ appId })}
        />
        <FormField
          type="password"
          autoComplete="new-password"
          label={t('people:sync.secret')}
          hint={t(`people:sync.secretHint.${provider}`)}
          placeholder={stored ? t('people:sync.secretStored') : isLogin ? t('people:sync.secretLogin') : ''}
          maxLength={200}
          value={secret}
          error={errors['secret']}
          onChange={({ target }) => setSecret(target.value)}
        />
      </div>
      <ChosenDepartments
        provider={provider}
        canChoose={setting.revision > 0}
        value={values.departments}
        error={errors['departments']}
        onChange={(departments) => set({ departments })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ManyField
          label={t('people:sync.taken')}
          value={values.fields}
          options={CONTACT_FIELDS.map((value) => ({ value, label: t(`people:import.field.${value}`) }))}
          onChange={(fields) => set({ fields: fields as ContactField[] })}
        />
        <div className="flex flex-col gap-4">
          <SelectField
            label={t('people:sync.numberFrom')}
            hint={t(`people:sync.numberHint.${provider}`)}
            value={values.numberFrom}
            options={NUMBER_SOURCES.map((value) => ({ value, label: t(`people:sync.number.${value}`) }))}
            onChange={(numberFrom) => set({ numberFrom })}
          />
          <SelectField
            label={t('people:sync.nightly')}
            hint={t('people:sync.nightlyHint', { zone: timeZone })}
            value={values.nightlyHour}
            options={[
              { value: null, label: t('people:sync.nightlyNone') },
              ...HOURS.map((hour) => ({ value: hour, label: t('people:sync.hour', { hour }) })),
            ]}
            onChange={(nightlyHour) => set({ nightlyHour })}
          />
        </div>
      </div>
      <CheckField
        label={t('people:sync.keepEdited')}
        value={values.keepEdited}
        onChange={(keepEdited) => set({ keepEdited })}
      />
      <CheckField
        label={t('people:sync.disableLeft')}
        hint={t('people:sync.disableLeftHint')}
        value={values.disableLeft}
        onChange={(disableLeft) => set({ disableLeft })}
      />
      <FormAlert text={alert} />
      <button type="submit" className="btn self-start btn-primary" aria-disabled={save.isPending}>
        {t('people:sync.save')}
      </button>
    </form>
  );
}
