import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { FACTOR_SCOPES, type FactorScope } from '#src/contract/rules/factor-policy.ts';
import { useT } from '#src/i18n/island.tsx';
import { dayOf } from '#src/lib/dates.ts';

const SAVE = 'PUT /user/auth/enterprise/factor/policy/save';

type Props = {
  policy: Data<'GET /user/auth/enterprise/factor/policy/view'>;
  /** IANA name of the enterprise's time zone. */
  timeZone: string;
};

/** Of whom the enterprise requires a second factor, and from which day on. */
export function FactorPolicyForm({ policy, timeZone }: Props) {
  const t = useT();
  const titleId = useId();
  // What is chosen before would be lost.
  const hydrated = useHydrated();
  const [scope, setScope] = useState<FactorScope>(policy.scope);
  const [said, setSaid] = useState('');
  const form = useForm({
    fallback: t('account:login.unreachable'),
    send: async (values) => {
      setSaid('');
      await api(
        SAVE,
        { scope, from: textOf(values, 'from') || null, trustsProviders: values.has('trustsProviders') },
        { isShowErrTip: false },
      );
      setSaid(t('account:loginSettings.saved'));
    },
  });
  return (
    <form
      {...form.form}
      method="post"
      className="paper flex flex-col gap-5 px-4 py-5 sm:px-6"
      aria-labelledby={titleId}
    >
      <div className="flex items-center gap-3">
        <span className="grid size-10 place-items-center rounded-field bg-primary-soft text-primary">
          <Icon name="shield" />
        </span>
        <h2 id={titleId} className="min-w-0 flex-1 text-lg font-semibold">
          {t('account:factorPolicy.title')}
        </h2>
      </div>
      <p className="text-sm text-muted">{t('account:factorPolicy.intro')}</p>
      <fieldset className="flex flex-col" aria-labelledby={titleId} disabled={!hydrated}>
        {FACTOR_SCOPES.map((each) => (
          <label key={each} className="flex min-h-10 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="scope"
              value={each}
              checked={scope === each}
              onChange={() => setScope(each)}
              className="radio radio-sm"
            />
            <span>
              {t(`account:factorPolicy.scope.${each}`)}
              {each !== 'off' && (
                <span className="ms-2 text-sm text-muted">
                  {t('account:factorPolicy.without', { count: policy[each].without, people: policy[each].people })}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <FormField
        {...form.field('from')}
        type="date"
        label={t('account:factorPolicy.from')}
        hint={t('account:factorPolicy.fromHint')}
        defaultValue={policy.from ? dayOf(policy.from, timeZone) : ''}
        disabled={scope === 'off'}
        className="max-w-sm"
      />
      <label className="flex cursor-pointer items-start gap-2">
        <input
          type="checkbox"
          name="trustsProviders"
          disabled={!hydrated}
          defaultChecked={policy.trustsProviders}
          className="checkbox mt-1 rounded-sm checkbox-sm"
        />
        <span>
          {t('account:factorPolicy.trusts')}
          <span className="block text-sm text-muted">{t('account:factorPolicy.trustsHint')}</span>
        </span>
      </label>
      <div className="[&_p]:mb-5">
        <FormAlert text={form.alert} />
        <p role="status" className="rounded-field border border-success px-4 py-3 text-sm text-success empty:hidden">
          {said}
        </p>
        <SubmitButton {...form.submit}>{t('account:loginSettings.save')}</SubmitButton>
      </div>
    </form>
  );
}
