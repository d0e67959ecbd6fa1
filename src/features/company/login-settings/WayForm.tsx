import { useId, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useShown } from '#src/client/offered-languages.ts';
import { useAction } from '#src/client/use-action.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { METHOD_ICON } from '#src/features/login/methods/method-look.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';

const SAVE = 'PUT /user/auth/enterprise/login/setting/save';
const FIELDS = {
  wecom: ['corpId', 'agentId', 'secret'],
  dingtalk: ['clientId', 'agentId', 'secret'],
  oidc: ['issuer', 'clientId', 'secret', 'labelZh', 'labelEn', 'scopes', 'phoneClaim'],
} as const;
/** Fields that are texts in one language. */
const LABELS: Partial<Record<string, Locale>> = { labelZh: 'zh', labelEn: 'en' };
const BOXES = { wecom: [], dingtalk: [], oidc: ['trustPhone', 'autoProvision'] } as const;
type Values = Record<string, string | boolean | number>;
type Difference = Record<'label' | 'mine' | 'theirs', string>;
const DEFAULTS: Record<string, string> = { scopes: 'openid profile email', phoneClaim: 'phone_number' };
const EXAMPLES: Record<string, string> = { corpId: 'ww…', agentId: '1000002', issuer: 'https://login.example.com' };

/**
 * A login method: its settings, and the test of the saved settings. A secret is sent only if one was entered, and never
 * shown.
 */
export function WayForm({ setting: given }: { setting: Data<typeof SAVE> }) {
  const t = useT();
  const titleId = useId();
  const [setting, setSetting] = useState(given);
  const [revision, setRevision] = useState(given.revision);
  /** What somebody else has saved meanwhile, where it differs from what was typed; null: nothing. */
  const [theirs, setTheirs] = useState<Difference[] | null>(null);
  const [saves, setSaves] = useState(0);
  const [said, setSaid] = useState({ done: '', error: '' });
  const { provider, enabled, hasSecret, fromOperator, config } = setting;
  const labelled = useShown(Object.entries(LABELS).flatMap(([field, lang]) => (lang && config[field] ? [lang] : [])));
  const fields = FIELDS[provider].filter((field) => labelled.includes(LABELS[field] ?? labelled[0]!));

  const form = useForm({
    draft: `login-setting-${provider}`,
    fallback: t('account:login.unreachable'),
    send: async (values) => {
      const texts = FIELDS[provider].map((field) => [field, String(values.get(field) ?? '')]);
      const boxes = BOXES[provider].map((field) => [field, values.has(field)]);
      const fields = Object.fromEntries([...texts, ...boxes]) as Record<string, string | boolean>;
      const input = { provider, revision, enabled: values.has('enabled'), ...fields };
      setSaid({ done: '', error: '' });
      let saved: typeof setting;
      try {
        saved = await api(SAVE, input as Input<typeof SAVE>, { isShowErrTip: false });
      } catch (error) {
        if (error instanceof ApiError && error.code === 409) {
          const { list } = await api('GET /user/auth/enterprise/login/setting/list');
          const now = list.find((each) => each.provider === provider)!;
          setRevision(now.revision);
          setTheirs(differences(input, { ...now.config, enabled: now.enabled }));
        }
        // What was typed stays, and the message is shown above it.
        throw error;
      }
      setSetting(saved);
      setRevision(saved.revision);
      setTheirs(null);
      // Clears the secret field.
      setSaves((count) => count + 1);
      setSaid({ done: t('account:loginSettings.saved'), error: '' });
    },
  });
  const differences = (mine: Values, stored: Values): Difference[] => {
    const text = (value: Values[string] | undefined) =>
      typeof value === 'boolean' ? t(`account:loginSettings.${value ? 'on' : 'off'}`) : String(value ?? '');
    return [...FIELDS[provider], ...BOXES[provider], 'enabled' as const]
      .filter((name) => name !== 'secret' && text(mine[name]) !== text(stored[name]))
      .map((name) => ({
        label: t(name === 'enabled' ? 'account:loginSettings.enabled' : `account:loginSettings.field.${name}`),
        mine: text(mine[name]),
        theirs: text(stored[name]),
      }));
  };
  const test = useAction(async () => {
    setSaid({ done: '', error: '' });
    try {
      const { secret } = await api(
        'POST /user/auth/enterprise/login/setting/test',
        { provider },
        { isShowErrTip: false },
      );
      setSaid({ done: t(`account:loginSettings.works.${secret}`), error: '' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wrong = FIELDS[provider].filter((field) => error.fields[field]);
      for (const field of wrong.toReversed()) form.showError(field, error.fields[field]!);
      if (!wrong[0]) setSaid({ done: '', error: error.message || t('account:login.unreachable') });
    }
  });
  const isPending = form.isPending || test.isPending;

  return (
    <form
      {...form.form}
      method="post"
      className="paper flex flex-col gap-5 px-4 py-5 sm:px-6"
      aria-labelledby={titleId}
      onSubmit={(event) => (isPending ? event.preventDefault() : form.form.onSubmit(event))}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-10 place-items-center rounded-field bg-primary-soft text-primary">
          <Icon name={METHOD_ICON[provider]} />
        </span>
        <h2 id={titleId} className="min-w-0 flex-1 text-lg font-semibold">
          {t(`account:loginSettings.name.${provider}`)}
        </h2>
        <label className="flex cursor-pointer items-center gap-2 text-sm">
          <input type="checkbox" name="enabled" defaultChecked={enabled} className="toggle toggle-primary" />
          {t('account:loginSettings.enabled')}
        </label>
      </div>
      {fromOperator && <p className="text-sm text-muted">{t('account:loginSettings.fromOperator')}</p>}
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map((field) =>
          field === 'secret' ? (
            <FormField
              key={`secret ${saves}`}
              {...form.field(field)}
              label={t('account:loginSettings.field.secret')}
              type="password"
              maxLength={500}
              autoComplete="new-password"
              placeholder={hasSecret && !fromOperator ? t('account:loginSettings.secretKept') : undefined}
            />
          ) : (
            <FormField
              key={field}
              {...form.field(field)}
              className={field === 'issuer' ? 'sm:col-span-2' : ''}
              label={t(`account:loginSettings.field.${field}`)}
              defaultValue={String(config[field] ?? DEFAULTS[field] ?? '')}
              type={field === 'issuer' ? 'url' : 'text'}
              maxLength={300}
              spellCheck={false}
              placeholder={EXAMPLES[field]}
            />
          ),
        )}
      </div>
      {BOXES[provider].map((field) => (
        <label key={field} className="flex cursor-pointer items-start gap-2">
          <input
            type="checkbox"
            name={field}
            defaultChecked={config[field] === true}
            className="checkbox mt-1 rounded-sm checkbox-sm"
          />
          <span>
            {t(`account:loginSettings.field.${field}`)}
            <span className="block text-sm text-muted">{t(`account:loginSettings.hint.${field}`)}</span>
          </span>
        </label>
      ))}
      <div className="[&_p]:mb-5">
        <FormAlert text={form.alert || said.error} />
        {theirs && (
          <section className="mb-5 flex flex-col gap-2" aria-label={t('account:loginSettings.theirs')}>
            <h3 className="font-medium">{t('account:loginSettings.theirs')}</h3>
            <p className="text-sm text-muted">{t('account:loginSettings.theirsHint')}</p>
            <ul className="flex flex-col gap-1 text-sm">
              {theirs.map((each) => (
                <li key={each.label} className="break-words">
                  {t('account:loginSettings.differs', {
                    label: each.label,
                    theirs: each.theirs || '–',
                    mine: each.mine || '–',
                  })}
                </li>
              ))}
            </ul>
          </section>
        )}
        <p role="status" className="rounded-field border border-success px-4 py-3 text-sm text-success empty:hidden">
          {said.done}
        </p>
        <div className="flex flex-wrap gap-3">
          <SubmitButton {...form.submit}>{t('account:loginSettings.save')}</SubmitButton>
          <button
            type="button"
            className="btn"
            disabled={form.submit.disabled || !hasSecret}
            aria-disabled={isPending}
            onClick={() => void (isPending || test.run())}
          >
            {test.isPending && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            {t('account:loginSettings.test')}
          </button>
        </div>
      </div>
    </form>
  );
}
