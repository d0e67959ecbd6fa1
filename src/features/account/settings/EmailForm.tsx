import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { required, textOf } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { isEmail } from '#src/lib/email.ts';
import { plainDigits } from '#src/lib/phone.ts';
import { CodeField } from '#src/features/login/CodeField.tsx';
import { FormEnd } from '#src/features/login/password/FormEnd.tsx';
import { LeavesExam, leavesExam } from './LeavesExam.tsx';
import { useSecureForm } from './use-secure-form.ts';

type Props = {
  /** The confirmed address, masked; null: none. */
  email: string | null;
  /** An address that is not confirmed yet. */
  suggested: string;
  /** URL of the panel without a form. */
  here: string;
  onSaved: () => void;
};

/** Confirms, changes or removes the e-mail address for codes and notices. */
export function EmailForm({ email, suggested, here, onSaved }: Props) {
  const t = useT();
  const form = useSecureForm({
    validate: (values) => {
      const missing = required(values, {
        email: t('errors:field.emailRequired'),
        code: t('errors:field.codeRequired'),
      });
      if (!missing.email && !isEmail(textOf(values, 'email').trim())) return { email: t('errors:field.email') };
      return missing;
    },
    save: (values) =>
      api(
        'PUT /user/auth/user/info/update/email',
        {
          ...leavesExam(values),
          email: textOf(values, 'email'),
          code: plainDigits(textOf(values, 'code')),
        },
        { isShowErrTip: false },
      ),
    saved: t('account:security.emailSaved'),
    onSaved,
    draft: 'email',
  });
  const remove = useAction(async () => {
    await api('DELETE /user/auth/user/info/email/remove', {});
    notify(t('account:security.emailRemoved'), 'success');
    onSaved();
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      <FormField
        {...form.field('email')}
        id="email"
        large
        label={t('account:security.newEmail')}
        icon="mail"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={suggested}
      />
      <CodeField form={form} purpose="email" />
      <LeavesExam form={form} />
      <FormEnd form={form} here={here} hint={t('account:security.othersEnd')} />
      {email && (
        <button
          type="button"
          className="btn self-start btn-ghost btn-sm"
          disabled={form.submit.disabled}
          aria-disabled={remove.isPending}
          onClick={() => void (remove.isPending || remove.run())}
        >
          {t('account:security.removeEmail')}
        </button>
      )}
    </form>
  );
}
