import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PasswordField } from '#src/features/login/password/PasswordField.tsx';

const VIEW = 'GET /user/auth/pin/view';

/** The PIN for shared terminals; nothing in an enterprise that has none. */
export function TerminalPin() {
  const t = useT();
  const { data: view } = useCall(VIEW, {});
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const password = textOf(values, 'password');
      const input = { pin: textOf(values, 'pin').trim(), ...(password !== '' && { password }) };
      await api('PUT /user/auth/pin/save', input, { isShowErrTip: false });
      form.form.ref.current?.reset();
      notify(t('terminal:own.saved'), 'success');
      invalidate(VIEW);
    },
  });
  if (!view?.hasTerminals) return null;
  const { employeeNo, state, needsPassword } = view;
  return (
    <section className="mt-6 paper max-w-3xl" aria-labelledby="terminal-pin">
      <h2 id="terminal-pin" className="border-b border-base-300 px-4 py-3 font-semibold sm:px-6">
        {t('terminal:own.title')}
      </h2>
      <div className="flex flex-col gap-3 px-4 py-4 sm:px-6">
        <p className="text-sm text-muted">{t('terminal:own.hint')}</p>
        <p className="font-medium">
          {employeeNo ? t('terminal:own.number', { number: employeeNo }) : t('terminal:own.noNumber')}
        </p>
        {state === 'locked' ? (
          <p className="text-error">{t('terminal:own.locked')}</p>
        ) : (
          <form method="post" {...form.form} className="flex max-w-md flex-col gap-4">
            <FormAlert text={form.alert} />
            {needsPassword && (
              <PasswordField
                form={form}
                name="password"
                id="terminal-password"
                label={t('terminal:own.password')}
                autoComplete="current-password"
              />
            )}
            <FormField
              {...form.field('pin')}
              label={t('terminal:own.pin')}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
            />
            <SubmitButton {...form.submit} className="self-start">
              {t('terminal:own.save')}
            </SubmitButton>
          </form>
        )}
      </div>
    </section>
  );
}
