import { api } from '#src/client/api.ts';
import { clearBrowser } from '#src/client/leave-terminal.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

/** Makes this browser a shared terminal with the code of an administrator. */
export default island<{ code: string }>(function RegisterTerminal({ code }) {
  const t = useT();
  const locale = useLocale();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { code: t('errors:field.terminalCode') }),
    send: async (values) => {
      await api('POST /user/api/terminal/register', { code: textOf(values, 'code') }, { _No_dispose: true });
      await clearBrowser();
      return { path: href(locale, '/terminal'), replace: true };
    },
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      <FormField
        {...form.field('code')}
        label={t('terminal:register.code')}
        hint={t('terminal:register.hint')}
        defaultValue={code}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        large
      />
      <SubmitButton {...form.submit} className="btn-lg text-base">
        {t('terminal:register.submit')}
      </SubmitButton>
    </form>
  );
});
