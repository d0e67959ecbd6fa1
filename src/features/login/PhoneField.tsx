import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  form: Form;
  label: string;
  /** `username`: the phone number used for login. */
  autoComplete: 'username' | 'tel-national';
};

/** Field `phone`. */
export function PhoneField({ form, label, autoComplete }: Props) {
  const t = useT();
  return (
    <FormField
      {...form.field('phone')}
      id="phone"
      large
      label={label}
      icon="phone"
      type="tel"
      inputMode="numeric"
      autoComplete={autoComplete}
      maxLength={20}
      required
      placeholder={t('account:login.phoneHint')}
    />
  );
}
