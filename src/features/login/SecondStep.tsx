import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { leavePage } from '#src/client/leave-page.ts';
import { keepSignIn } from '#src/client/session.ts';
import { focusFirst, required, textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { plainDigits } from '#src/lib/phone.ts';
import { FactorField } from './FactorField.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

type Props = {
  /** Path to continue to, validated by `safePath`. */
  target: string;
  /** Address of the login page, which returns to the same path. */
  login: string;
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export default island<Props>(function SecondStep({ target, login }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [way, setWay] = useState<'totp' | 'recovery'>('totp');
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values) => required(values, { code: t('errors:field.codeRequired') }),
    send: async (values) => {
      const code = plainDigits(textOf(values, 'code'));
      const session = await api('POST /user/api/user/info/login/second', { way, code }, { _No_dispose: true });
      return enter(session);
    },
  });
  const enter = (session: { token: string | null; enterpriseId: string | null }) =>
    keepSignIn(session, session.enterpriseId ? target : href(locale, '/company'));
  const { ref } = form.form;
  useEffect(() => focusFirst(ref.current, ['code']), [ref, way]);
  const other = way === 'totp' ? 'recovery' : 'totp';
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      <FactorField form={form} way={way} />
      <SubmitButton {...form.submit} className="btn-lg text-base">
        {t('account:login.submit')}
      </SubmitButton>
      <PasskeyButton
        onProof={async (proof) => {
          // The agreements were accepted with the first step.
          await leavePage(enter(await api('POST /user/api/user/info/login/passkey', { proof }, { _No_dispose: true })));
        }}
        onError={({ message }) => form.showAlert(message || t('account:login.unreachable'))}
      />
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <button
          type="button"
          disabled={!hydrated}
          className="text-primary underline-offset-4 hover:underline"
          onClick={() => {
            form.showAlert('');
            setWay(other);
          }}
        >
          {t(`account:factor.instead.${other}`)}
        </button>
        <a href={login} className="text-primary underline-offset-4 hover:underline">
          {t('account:factor.startAgain')}
        </a>
      </p>
      <p className="text-sm text-muted">{t('account:factor.lost')}</p>
    </form>
  );
});
