import { useEffect, useRef } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import type { NextPage } from '#src/client/leave-page.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { AgreeField } from '../AgreeField.tsx';

export type Entered = Data<'POST /user/api/user/info/login/oidc'>;

/** State after the return from a provider. */
export type ReturnStep =
  | { at: 'busy' }
  /** Failed: the user starts again with the form below. */
  | { at: 'failed'; text: string }
  /** The identity is unknown: it is linked to the user who logs in with the form below. */
  | { at: 'bind'; bind: string; who: string | null }
  /** User agreement and privacy policy must be accepted first. */
  | { at: 'agree'; bind: string };

type Props = {
  step: ReturnStep;
  /** Label of the method. */
  name: string;
  signedIn: boolean;
  /** @returns the page to continue to, if nothing else is required */
  onEntered: (entered: Entered) => NextPage | undefined;
  onFailed: (text: string) => void;
};

/** Result of a login through a provider, and the next step. */
export function LoginReturn({ step, name, signedIn, ...then }: Props) {
  const t = useT();
  if (step.at === 'failed') return <Failed text={step.text} signedIn={signedIn} />;
  if (step.at === 'bind') return <BindHint name={name} who={step.who} />;
  if (step.at === 'agree') return <AgreeForm bind={step.bind} {...then} />;
  return (
    <p role="status" className="flex items-center gap-3 py-8 text-muted">
      <span className="loading loading-spinner" aria-hidden="true" />
      {t('account:return.busy', { name })}
    </p>
  );
}

function Failed({ text, signedIn }: { text: string; signedIn: boolean }) {
  const t = useT();
  const locale = useLocale();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current!.focus(), []);
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-field border border-error px-4 py-3">
      <p className="text-error">{text}</p>
      {signedIn ? (
        <a
          href={href(locale, '/account?change=4&settingType=4')}
          className="mt-1 inline-block text-sm text-primary underline underline-offset-4"
        >
          {t('account:return.backToSettings')}
        </a>
      ) : (
        <p className="mt-1 text-sm text-muted">{t('account:return.again')}</p>
      )}
    </div>
  );
}

function BindHint({ name, who }: { name: string; who: string | null }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div role="status" className="rounded-field bg-primary-soft px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <Icon name="link" className="size-4 text-primary" />
        {t('account:return.bindTitle', { name })}
        <span className="min-w-0 break-all">{who}</span>
      </p>
      <p className="mt-1">{t('account:return.bindHint')}</p>
      <a href={href(locale, '/login')} className="mt-1 inline-block text-primary underline underline-offset-4">
        {t('account:return.bindNot')}
      </a>
    </div>
  );
}

function AgreeForm({ bind, onEntered, onFailed }: { bind: string } & Pick<Props, 'onEntered' | 'onFailed'>) {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current!.focus(), []);
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values): Record<string, string> =>
      values.has('accepted') ? {} : { accepted: t('errors:agreementRequired') },
    send: async () => {
      try {
        const input = { bind, agreed: true } as const;
        return onEntered(await api('POST /user/api/user/info/login/continue', input, { _No_dispose: true }));
      } catch (error) {
        // Connection errors are retried; an error response would be repeated.
        if (!(error instanceof ApiError) || error.code === 0) throw error;
        return onFailed(error.message);
      }
    },
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-4">
      <p>{t('account:return.agreeTitle')}</p>
      <FormAlert text={form.alert} />
      <AgreeField form={form} name="accepted" codes={['agreement', 'privacy']} ref={box} />
      <SubmitButton {...form.submit} className="btn-lg text-base">
        {t('account:return.goOn')}
      </SubmitButton>
    </form>
  );
}
