import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = { form: Form; way: 'totp' | 'recovery' };

/** Field `code` for a code of the authenticator app, or a recovery code. */
export function FactorField({ form, way }: Props) {
  const t = useT();
  return (
    <FormField
      // A field of its own for each: what was typed for one is not the other.
      key={way}
      {...form.field('code')}
      id="factor-code"
      large
      label={t(`account:factor.field.${way}`)}
      hint={t(`account:factor.where.${way}`)}
      icon="shield"
      inputMode={way === 'totp' ? 'numeric' : 'text'}
      autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
      autoCapitalize="characters"
      maxLength={20}
      required
    />
  );
}
