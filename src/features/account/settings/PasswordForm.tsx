import { api } from '#src/client/api.ts';
import { required, textOf } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useT } from '#src/i18n/island.tsx';
import { plainDigits } from '#src/lib/phone.ts';
import { CodeField } from '#src/features/login/CodeField.tsx';
import { FormEnd } from '#src/features/login/password/FormEnd.tsx';
import { NewPassword, newPasswordErrors } from '#src/features/login/password/NewPassword.tsx';
import { PasswordField } from '#src/features/login/password/PasswordField.tsx';
import { LeavesExam, leavesExam } from './LeavesExam.tsx';
import { useSecureForm } from './use-secure-form.ts';

type Props = {
  hasPassword: boolean;
  /** Where codes to the viewer go, masked: setting a first password requires one. */
  codeTo: string | null;
  /** URL of the panel without a form. */
  here: string;
  onSaved: () => void;
};

/** Changes the password, or sets the first one with a code. */
export function PasswordForm({ hasPassword, codeTo, here, onSaved }: Props) {
  const t = useT();
  const form = useSecureForm({
    validate: (values) => {
      const missing = required(values, {
        ...(hasPassword
          ? { oldPassword: t('errors:field.passwordRequired') }
          : { code: t('errors:field.codeRequired') }),
        password: t('errors:field.passwordRequired'),
        repeatPassword: t('errors:field.repeatRequired'),
      });
      return Object.keys(missing).length > 0 ? missing : newPasswordErrors(t, 'new', values);
    },
    save: (values) =>
      api(
        'PUT /user/auth/user/info/update/password',
        {
          ...leavesExam(values),
          password: textOf(values, 'password'),
          repeatPassword: textOf(values, 'repeatPassword'),
          ...(hasPassword
            ? { oldPassword: textOf(values, 'oldPassword') }
            : { code: plainDigits(textOf(values, 'code')) }),
        },
        { isShowErrTip: false },
      ),
    saved: t('account:security.passwordSaved'),
    onSaved,
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      {hasPassword ? (
        <PasswordField
          form={form}
          name="oldPassword"
          label={t('account:password.old')}
          autoComplete="current-password"
        />
      ) : (
        <>
          <p className="text-sm text-muted">{t('account:security.ownCode', { to: codeTo })}</p>
          <CodeField form={form} purpose="confirm" codeTo={codeTo ?? undefined} />
        </>
      )}
      <NewPassword form={form} rule="new" />
      <LeavesExam form={form} />
      <FormEnd form={form} here={here} hint={t('account:security.othersEnd')} />
    </form>
  );
}
