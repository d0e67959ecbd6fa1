import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { retryOnBusy } from '#src/client/retry-on-busy.ts';
import { replaceAddress } from '#src/client/router.ts';
import { keepSignIn } from '#src/client/session.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { AgreeField } from './AgreeField.tsx';
import { type Agreement, keepAgreed } from './agreed-versions.ts';
import { NewPassword, newPasswordErrors } from './password/NewPassword.tsx';

type Props = {
  /** Texts of the enterprise that must be accepted; without any there is no checkbox. */
  agreements: Agreement[];
};
type Link = { token: string; enterpriseId?: string };
type Found = Data<'POST /user/api/user/info/invitation/view'>;

/**
 * Where the link of an invitation leads: the invited member sets a password, which signs them in. The token is in the URL fragment, which only
 * the browser sees.
 */
export default island<Props>(function Invitation({ agreements }) {
  const t = useT();
  const link = useRef<Link>({ token: '' });
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState('');

  const read = async (): Promise<void> => {
    setProblem('');
    try {
      setFound(await api('POST /user/api/user/info/invitation/view', link.current, { _No_dispose: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message || t('account:login.unreachable'));
    }
  };
  const arrive = useEffectEvent(() => {
    const [token = '', enterpriseId] = location.hash.slice(1).split('.');
    link.current = { token, ...(enterpriseId && { enterpriseId }) };
    // Keeps the token out of history and bookmarks; reloading the page needs the message again.
    replaceAddress(location.pathname + location.search);
    void read();
  });
  useEffect(() => arrive(), []);

  if (problem)
    return (
      <Note icon="warning" text={problem}>
        <button type="button" className="btn btn-primary" onClick={() => void read()}>
          {t('account:invitation.again')}
        </button>
      </Note>
    );
  // As high as the form that mostly follows.
  if (!found)
    return (
      <div role="status" className="grid min-h-96 place-items-center text-primary">
        <span className="loading loading-spinner loading-lg" aria-hidden="true" />
        <span className="sr-only">{t('account:invitation.wait')}</span>
      </div>
    );
  if (found.state !== 'pending') return <Over state={found.state} />;
  return <PasswordForm {...{ found, agreements }} link={link.current} onOver={() => void read()} />;
});

type FormProps = Props & {
  found: Found;
  link: Link;
  /** The link has become invalid meanwhile. */
  onOver: () => void;
};

function PasswordForm({ found, agreements, link, onOver }: FormProps) {
  const t = useT();
  const locale = useLocale();
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => {
      const missing = required(values, {
        password: t('errors:field.passwordRequired'),
        repeatPassword: t('errors:field.repeatRequired'),
        ...(agreements.length > 0 && { agreed: t('errors:agreementRequired') }),
      });
      return Object.keys(missing).length > 0 ? missing : newPasswordErrors(t, 'new', values);
    },
    send: async (values) => {
      const input = {
        ...link,
        password: textOf(values, 'password'),
        repeatPassword: textOf(values, 'repeatPassword'),
        agreed: agreements.length === 0 || values.has('agreed'),
      };
      try {
        const session = await retryOnBusy(
          () => api('POST /user/api/user/info/invitation/accept', input, { _No_dispose: true }),
          () => form.showAlert(t('account:login.wait')),
        );
        keepAgreed(agreements);
        return keepSignIn(session, href(locale, '/home'));
      } catch (error) {
        if (error instanceof ApiError && error.code === 409) onOver();
        throw error;
      }
    },
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      <p>{t('account:invitation.hello', { name: found.userName })}</p>
      <label className="flex flex-col gap-1.5 text-sm font-medium">
        {t('account:invitation.signInAs')}
        {/* Password managers keep it with the password. */}
        <input className="input w-full" readOnly autoComplete="username" value={found.signInAs ?? ''} />
      </label>
      <NewPassword form={form} rule="new" />
      {agreements.length > 0 && <AgreeField form={form} name="agreed" codes={agreements.map(({ code }) => code)} />}
      <SubmitButton {...form.submit} className="btn-lg text-base">
        {t('account:invitation.submit')}
      </SubmitButton>
    </form>
  );
}

/** Says why a link is not valid, and what to do. */
function Over({ state }: { state: Exclude<Found['state'], 'pending'> }) {
  const t = useT();
  const locale = useLocale();
  const isUsed = state === 'claimed';
  return (
    <Note icon={isUsed ? 'check-circle' : 'warning'} text={t(`account:invitation.over.${state}`)}>
      <a href={href(locale, '/login')} className="btn btn-primary">
        {t('common:signIn')}
      </a>
      {isUsed && (
        <a href={href(locale, '/forget')} className="btn">
          {t('account:login.forget')}
        </a>
      )}
    </Note>
  );
}

function Note({ icon, text, children }: { icon: 'warning' | 'check-circle'; text: string; children: ReactNode }) {
  return (
    <div className="flex min-h-96 flex-col gap-5">
      <p role="status" className="alert alert-soft">
        <Icon name={icon} className="size-5" />
        <span>{text}</span>
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
