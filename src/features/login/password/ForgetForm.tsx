import { useEffect } from 'react';
import { api } from '#src/client/api.ts';
import { retryOnBusy } from '#src/client/retry-on-busy.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { plainDigits } from '#src/lib/phone.ts';
import { CodeField } from '../CodeField.tsx';
import { focusFirstEmpty } from '../focus-first-empty.ts';
import { keepPhone, keptPhone } from '../kept-phone.ts';
import { PhoneField } from '../PhoneField.tsx';
import { isBrokenEmail, typedRecipient } from '../recipient.ts';
import { ProofField } from '../ProofField.tsx';
import { useProof } from '../use-proof.ts';
import { NewPassword, newPasswordErrors } from './NewPassword.tsx';
import { PasswordField } from './PasswordField.tsx';

type Props = {
  /** `code`: with a code. `password`: replaces an initial password. */
  method: 'code' | 'password';
  /** Address of the login page, with a query. */
  login: string;
  /** Codes are sent by e-mail, too. */
  orEmail: boolean;
};

/** Form for a new password without login. Leads to the login page. */
export default island<Props>(function ForgetForm({ method, login, orEmail }) {
  const t = useT();
  const byCode = method === 'code';
  const isEither = byCode && orEmail;
  const rule = byCode ? 'login' : 'new';

  const save = (values: FormData) => {
    const typed = textOf(values, 'phone');
    const input = {
      password: textOf(values, 'password'),
      repeatPassword: textOf(values, 'repeatPassword'),
    };
    if (byCode) {
      const code = plainDigits(textOf(values, 'code'));
      return api(
        'PUT /user/api/user/info/reset/password',
        { ...input, ...typedRecipient(typed), code },
        { _No_dispose: true },
      );
    }
    const given = { ...input, phone: typed, oldPassword: textOf(values, 'oldPassword') };
    return proof.attempt((answer) =>
      api('POST /user/api/user/info/pwd/update', { ...given, ...answer }, { _No_dispose: true }),
    );
  };
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => {
      if (byCode && isBrokenEmail(textOf(values, 'phone'))) return { phone: t('errors:field.email') };
      const missing = required(values, {
        phone: t(isEither ? 'errors:field.recipientRequired' : 'errors:field.phoneRequired'),
        ...(byCode ? { code: t('errors:field.codeRequired') } : { oldPassword: t('errors:field.passwordRequired') }),
        password: t('errors:field.passwordRequired'),
        repeatPassword: t('errors:field.repeatRequired'),
      });
      return Object.keys(missing).length > 0 ? missing : newPasswordErrors(t, rule, values);
    },
    send: async (values) => {
      await retryOnBusy(
        () => save(values),
        () => form.showAlert(t('account:login.wait')),
      );
      keepPhone(textOf(values, 'phone').trim());
      return { path: `${login}&changed=1`, replace: true };
    },
  });
  const proof = useProof(form.showAlert);
  const { ref } = form.form;
  useEffect(() => {
    const phone = ref.current!.elements.namedItem('phone') as HTMLInputElement;
    phone.value ||= keptPhone();
    focusFirstEmpty(ref.current!);
  }, [ref]);

  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      <PhoneField
        form={form}
        label={t(isEither ? 'account:login.recipient' : 'account:login.phone')}
        autoComplete="username"
        orEmail={isEither}
      />
      {byCode ? (
        <CodeField form={form} purpose="reset" />
      ) : (
        <PasswordField
          form={form}
          name="oldPassword"
          label={t('account:password.given')}
          autoComplete="current-password"
        />
      )}
      <NewPassword form={form} rule={rule} />
      {!byCode && <ProofField form={form} proof={proof} />}
      <SubmitButton {...form.submit} className="btn-lg text-base">
        {t('account:password.save')}
      </SubmitButton>
      <p className="text-sm">
        <a href={login} className="text-primary underline-offset-4 hover:underline">
          {t('account:password.toLogin')}
        </a>
      </p>
    </form>
  );
});
