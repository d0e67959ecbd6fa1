import { useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Data, Input } from '#src/contract/calls.ts';
import { CodeField } from '#src/features/login/CodeField.tsx';
import { PasskeyButton } from '#src/features/login/PasskeyButton.tsx';
import { FactorField } from '#src/features/login/FactorField.tsx';
import { PasswordField } from '#src/features/login/password/PasswordField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { plainDigits } from '#src/lib/phone.ts';

const PROVE = 'POST /user/auth/user/info/factor/prove';
type View = Data<'GET /user/auth/user/info/factor/view'>;
type Props = Pick<View, 'proofs' | 'codeTo'> & {
  /** Address of the panel without a form; absent: nothing is cancelled here. */
  here?: string;
  onProven: () => void;
};

/** Asks the user to prove again who they are, before something dangerous. */
export function ProveForm({ proofs, codeTo, here, onProven }: Props) {
  const t = useT();
  const typed = proofs.filter((proof) => proof !== 'passkey');
  const [way, setWay] = useState(typed[0]);
  const name = way === 'password' ? 'password' : 'code';
  // Sent without an action of React: the actions of a page end together, and the one whose call needs this proof waits for it.
  const form = useForm({ fallback: t('account:login.unreachable'), send: () => Promise.resolve() });
  const prove = useAction(async (values: FormData) => {
    form.showAlert('');
    const text = textOf(values, name);
    const proof = way === 'password' ? { way, password: text } : { way, code: plainDigits(text) };
    if (!text) return form.showError(name, t(name === 'code' ? 'account:factor.noCode' : 'account:factor.noPassword'));
    try {
      await api(PROVE, proof as Input<typeof PROVE>, { isShowErrTip: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problem = error.fields[name];
      if (problem) form.showError(name, problem);
      else form.showAlert(error.message || t('account:login.unreachable'));
      return;
    }
    onProven();
  });
  const byPasskey = proofs.includes('passkey') && (
    <PasskeyButton
      onProof={async (proof) => {
        await api(PROVE, { way: 'passkey', proof }, { isShowErrTip: false });
        onProven();
      }}
      onError={({ message }) => form.showAlert(message || t('account:login.unreachable'))}
    />
  );
  if (!way) return byPasskey || <p className="text-muted">{t('account:factor.signInAgain')}</p>;
  return (
    <form
      method="post"
      {...form.form}
      aria-busy={prove.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void prove.run(new FormData(event.currentTarget));
      }}
      className="flex flex-col gap-5"
    >
      <p>{t('account:factor.proveFirst')}</p>
      <FormAlert text={form.alert} />
      {way === 'password' && (
        <PasswordField
          form={form}
          name="password"
          label={t('account:login.password')}
          autoComplete="current-password"
        />
      )}
      {way === 'code' && <CodeField form={form} purpose="confirm" codeTo={codeTo ?? undefined} />}
      {(way === 'totp' || way === 'recovery') && <FactorField form={form} way={way} />}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton {...form.submit} aria-disabled={prove.isPending}>
          {t('account:factor.goOn')}
        </SubmitButton>
        {here && (
          <a href={here} className="btn btn-ghost">
            {t('common:cancel')}
          </a>
        )}
        {byPasskey}
        {typed
          .filter((other) => other !== way)
          .map((other) => (
            <button key={other} type="button" className="link text-sm link-primary" onClick={() => setWay(other)}>
              {t(`account:factor.instead.${other}`)}
            </button>
          ))}
      </div>
    </form>
  );
}
