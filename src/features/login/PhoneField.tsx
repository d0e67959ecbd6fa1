import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PHONE_LENGTH } from '#src/lib/phone.ts';

type Props = {
  form: Form;
  label: string;
  /** `username`: the phone number used for login; with `webauthn` the browser offers passkeys there, too. */
  autoComplete: 'username' | 'username webauthn' | 'tel';
  /** An e-mail address is accepted, too. */
  orEmail?: boolean;
};

/** Field `phone`. */
export function PhoneField({ form, label, autoComplete, orEmail = false }: Props) {
  const t = useT();
  return (
    <FormField
      {...form.field('phone')}
      id="phone"
      large
      label={label}
      icon="phone"
      type={orEmail ? 'text' : 'tel'}
      inputMode={orEmail ? 'email' : 'tel'}
      autoComplete={autoComplete}
      maxLength={orEmail ? 254 : PHONE_LENGTH}
      required
      placeholder={t(orEmail ? 'account:login.recipientHint' : 'account:login.phoneHint')}
    />
  );
}
