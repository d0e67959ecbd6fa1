import { api } from '#src/client/api.ts';
import { required, textOf } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useT } from '#src/i18n/island.tsx';
import { plainDigits } from '#src/lib/phone.ts';
import { CodeField } from '#src/features/login/CodeField.tsx';
import { FormEnd } from '#src/features/login/password/FormEnd.tsx';
import { PhoneField } from '#src/features/login/PhoneField.tsx';
import { LeavesExam, leavesExam } from './LeavesExam.tsx';
import { useSecureForm } from './use-secure-form.ts';

type Props = {
  /** URL of the panel without a form. */
  here: string;
  onSaved: () => void;
};

/** Changes the phone number used for login. */
export function PhoneForm({ here, onSaved }: Props) {
  const t = useT();
  const form = useSecureForm({
    validate: (values) =>
      required(values, {
        phone: t('errors:field.phoneRequired'),
        code: t('errors:field.codeRequired'),
      }),
    save: (values) =>
      api(
        'PUT /user/auth/user/info/update/phone',
        {
          ...leavesExam(values),
          phone: textOf(values, 'phone'),
          code: plainDigits(textOf(values, 'code')),
        },
        { isShowErrTip: false },
      ),
    saved: t('account:security.phoneSaved'),
    onSaved,
    draft: 'phone',
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      <PhoneField form={form} label={t('account:security.newPhone')} autoComplete="tel" />
      <CodeField form={form} purpose="phone" />
      <LeavesExam form={form} />
      <FormEnd form={form} here={here} hint={t('account:security.othersEnd')} />
    </form>
  );
}
