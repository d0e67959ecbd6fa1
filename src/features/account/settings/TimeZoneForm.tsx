import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = { chosen: Data<'GET /user/auth/user/info/preference/view'>; onSaved: () => void };

/** The time zone in which the user reads times: searched in the list of all zones, or empty for that of the enterprise. */
export function TimeZoneForm({ chosen, onSaved }: Props) {
  const t = useT();
  const id = useId();
  const hydrated = useHydrated();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const timeZone = textOf(values, 'timeZone').trim() || null;
      await api('PUT /user/auth/user/info/preference/save', { timeZone }, { isShowErrTip: false });
      notify(t('account:preference.zoneSaved'), 'success');
      onSaved();
    },
  });
  const { error } = form.field('timeZone');
  return (
    <form method="post" {...form.form} className="flex flex-col gap-1">
      <FormAlert text={form.alert} />
      <label htmlFor={id} className="font-medium">
        {t('account:preference.timeZone')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          name="timeZone"
          list={`${id}-zones`}
          className="input w-full sm:w-64"
          autoComplete="off"
          maxLength={64}
          defaultValue={chosen.timeZone ?? ''}
          placeholder={chosen.enterpriseTimeZone}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        />
        {/* The browser's list may differ from that of the server: it comes after hydration. */}
        <datalist id={`${id}-zones`}>
          {hydrated && Intl.supportedValuesOf('timeZone').map((zone) => <option key={zone} value={zone} />)}
        </datalist>
        <button {...form.submit} className="btn">
          {t('account:preference.save')}
        </button>
      </div>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('account:preference.timeZoneHint', { zone: chosen.enterpriseTimeZone })}
      </p>
    </form>
  );
}
