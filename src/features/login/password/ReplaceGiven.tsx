import { useEffect, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import type { NextPage } from '#src/client/leave-page.ts';
import { retryOnBusy } from '#src/client/retry-on-busy.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { keepPhone } from '../kept-phone.ts';
import { useProof } from '../use-proof.ts';
import { NewPassword, newPasswordErrors } from './NewPassword.tsx';

/** What was typed in the login form. Only in memory: a password is never stored in the browser. */
export type Given = { phone: string; password: string; bind: string | undefined };
type Props = {
  given: Given;
  /** Address of the login page, with a query: for when only the login after it fails. */
  login: string;
  onEntered: (session: Data<'POST /user/api/user/info/login/pwd'>) => NextPage;
};

/**
 * In place of the login form after an initial password: asks for a new one only, and goes on with it, so that nobody types
 * the initial password twice or logs in again.
 */
export function ReplaceGiven({ given: { phone, password: oldPassword, bind }, login, onEntered }: Props) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => {
      const missing = required(values, {
        password: t('errors:field.passwordRequired'),
        repeatPassword: t('errors:field.repeatRequired'),
      });
      return Object.keys(missing).length > 0 ? missing : newPasswordErrors(t, 'new', values);
    },
    send: async (values) => {
      const [password, repeatPassword] = [textOf(values, 'password'), textOf(values, 'repeatPassword')];
      const waiting = () => form.showAlert(t('account:login.wait'));
      const replace = { phone, oldPassword, password, repeatPassword };
      await retryOnBusy(
        () =>
          proof.attempt((answer) =>
            api('POST /user/api/user/info/pwd/update', { ...replace, ...answer }, { _No_dispose: true }),
          ),
        waiting,
      );
      // The agreements were accepted in the login form.
      const enter = { phone, password, bind, agreed: true };
      try {
        const session = await retryOnBusy(
          () =>
            proof.attempt((answer) =>
              api('POST /user/api/user/info/login/pwd', { ...enter, ...answer }, { _No_dispose: true }),
            ),
          waiting,
        );
        return onEntered(session);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        keepPhone(phone);
        return { path: login, replace: true };
      }
    },
  });
  const proof = useProof(form.showAlert);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);

  return (
    <form method="post" {...form.form} className="flex flex-col gap-5" aria-labelledby="replace-given">
      <div>
        <h2 id="replace-given" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {t('account:replace.title')}
        </h2>
        <p className="mt-1 text-muted">{t('account:replace.hint')}</p>
      </div>
      <FormAlert text={form.alert} />
      {/* For password managers: whose password this is, and what `newPasswordErrors` compares with. */}
      <input type="text" name="phone" autoComplete="username" value={phone} readOnly hidden />
      <input type="password" name="oldPassword" autoComplete="off" value={oldPassword} readOnly hidden />
      <NewPassword form={form} rule="new" />
      <SubmitButton {...form.submit} className="btn-lg text-base">
        {t('account:replace.save')}
      </SubmitButton>
    </form>
  );
}
