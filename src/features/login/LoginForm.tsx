import { type RefObject, useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { leavePage, type NextPage } from '#src/client/leave-page.ts';
import { retryOnBusy } from '#src/client/retry-on-busy.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { plainDigits, plainNumber } from '#src/lib/phone.ts';
import { AgreeField } from './AgreeField.tsx';
import type { Agreement } from './agreed-versions.ts';
import { CodeField } from './CodeField.tsx';
import { keepPhone } from './kept-phone.ts';
import { type LoginMethod, MethodTabs, tabId } from './MethodTabs.tsx';
import { PasswordField } from './password/PasswordField.tsx';
import type { Given } from './password/ReplaceGiven.tsx';
import type { PasskeyProof } from './passkey.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PhoneField } from './PhoneField.tsx';
import { ProofField } from './ProofField.tsx';
import { isBrokenEmail, typedRecipient } from './recipient.ts';
import { sentCode } from './sent-code.ts';
import { usePasskeySuggestion } from './use-passkey-suggestion.ts';
import { useLoginFields } from './use-login-fields.ts';
import { useProof } from './use-proof.ts';

export type LoginFormProps = {
  /** The tab that is shown first. */
  method: LoginMethod;
  /** Path to continue to, validated by `safePath`. */
  target: string;
  /** The unchanged `redirect` parameter: the password page returns with it. */
  redirect: string | null;
  /** Texts of the tenant that must be accepted; without any there is no checkbox. */
  agreements: Agreement[];
  /** Codes are sent by e-mail, too. */
  orEmail: boolean;
  /** The user comes from the page where they set a new password. */
  changed: boolean;
};
type Props = LoginFormProps & {
  /** Attempt with WeCom, DingTalk or OIDC to be linked to the user who logs in. */
  bind?: string;
  /** Whether the first empty field is focused. */
  focus: boolean;
  consent: RefObject<HTMLInputElement | null>;
  /** Keeps the session; returns the page to go on to. */
  onEntered: (session: Data<'POST /user/api/user/info/login/pwd'>) => NextPage;
  /** The password is right and must be replaced first. */
  onGiven: (given: Given) => void;
};

/**
 * Login with phone and password, or with a code sent to a phone number or e-mail address: one `<form>` each, so that password managers can distinguish
 * them.
 */
export function LoginForm({
  method: first,
  redirect,
  agreements,
  orEmail,
  changed,
  bind,
  focus,
  consent,
  onEntered,
  onGiven,
}: Props) {
  const t = useT();
  const locale = useLocale();
  const [method, setMethod] = useState(first);
  const isEither = method === 'code' && orEmail;
  const forget = (query: Record<string, string>) => {
    const all = new URLSearchParams({ ...query, ...(redirect && { redirect }) });
    return href(locale, all.size > 0 ? `/forget?${all}` : '/forget');
  };

  const signIn = (values: FormData) => {
    const agreed = agreements.length === 0 || values.has('agreed');
    const typed = textOf(values, 'phone');
    const common = { agreed, bind };
    if (method === 'code') {
      const input = { ...common, ...typedRecipient(typed) };
      const code = plainDigits(textOf(values, 'code'));
      return api('POST /user/api/user/info/login/verification/code', { ...input, code }, { _No_dispose: true });
    }
    const password = textOf(values, 'password');
    return proof.attempt((answer) =>
      api(
        'POST /user/api/user/info/login/pwd',
        { ...common, phone: plainNumber(typed), password, ...answer },
        { _No_dispose: true },
      ),
    );
  };
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => {
      if (method === 'code' && isBrokenEmail(textOf(values, 'phone'))) return { phone: t('errors:field.email') };
      return required(values, {
        phone: t(isEither ? 'errors:field.recipientRequired' : 'errors:field.phoneRequired'),
        ...(method === 'code'
          ? { code: t('errors:field.codeRequired') }
          : { password: t('errors:field.passwordRequired') }),
        ...(agreements.length > 0 && { agreed: t('errors:agreementRequired') }),
      });
    },
    send: async (values) => {
      try {
        const session = await retryOnBusy(
          () => signIn(values),
          () => form.showAlert(t('account:login.wait')),
        );
        return onEntered(session);
      } catch (error) {
        const isGiven = error instanceof ApiError && error.code === 409;
        if (!isGiven) throw error;
        const typed = textOf(values, 'phone').trim();
        if (method === 'password')
          return onGiven({ phone: plainNumber(typed), password: textOf(values, 'password'), bind });
        keepPhone(typed);
        return { path: forget({ way: 'password' }) };
      }
    },
  });
  const proof = useProof(form.showAlert);
  const { chosenByHand } = useLoginFields({ form: form.form.ref, method, focus, agreements });
  useEffect(() => {
    if (sentCode('login')) setMethod('code');
  }, []);

  const enterByPasskey = async (proof: PasskeyProof) => {
    const agreed = agreements.length === 0 || consent.current?.checked === true;
    const input = { proof, agreed, bind };
    await leavePage(onEntered(await api('POST /user/api/user/info/login/passkey', input, { _No_dispose: true })));
  };
  const showRefusal = ({ fields, message }: ApiError) => {
    form.showAlert(fields.agreed ? '' : message || t('account:login.unreachable'));
    if (fields.agreed) form.showError('agreed', fields.agreed);
  };
  const endSuggestion = usePasskeySuggestion(enterByPasskey, showRefusal);

  const choose = (next: LoginMethod) => {
    if (next === method || form.isPending) return;
    chosenByHand.current = true;
    form.showAlert('');
    setMethod(next);
  };
  return (
    <div className="flex flex-col gap-5">
      <MethodTabs chosen={method} panel="login-way" orEmail={orEmail} onChoose={choose} />
      {changed && (
        <p role="status" className="rounded-field border border-success px-4 py-3 text-sm text-success">
          {t('account:login.passwordSaved')}
        </p>
      )}
      <div id="login-way" role="tabpanel" aria-labelledby={tabId(method)}>
        <form key={method} method="post" {...form.form} className="flex flex-col gap-5">
          <FormAlert text={form.alert} />
          <PhoneField
            form={form}
            label={t(isEither ? 'account:login.recipient' : 'account:login.phone')}
            autoComplete="username webauthn"
            orEmail={isEither}
          />
          {method === 'code' ? (
            <CodeField form={form} purpose="login" />
          ) : (
            <PasswordField
              form={form}
              name="password"
              label={t('account:login.password')}
              autoComplete="current-password"
              placeholder={t('account:login.passwordHint')}
            />
          )}
          {method === 'password' && <ProofField form={form} proof={proof} />}
          {agreements.length > 0 && (
            <AgreeField form={form} name="agreed" codes={agreements.map(({ code }) => code)} ref={consent} />
          )}
          <SubmitButton {...form.submit} className="btn-lg text-base">
            {t('account:login.submit')}
          </SubmitButton>
        </form>
      </div>
      <PasskeyButton onAsk={endSuggestion} onProof={enterByPasskey} onError={showRefusal} />
      <p className="text-sm text-muted">
        {method === 'code' ? (
          t('account:login.newPhone')
        ) : (
          <a href={forget({})} className="text-primary underline-offset-4 hover:underline">
            {t('account:login.forget')}
          </a>
        )}
      </p>
    </div>
  );
}
