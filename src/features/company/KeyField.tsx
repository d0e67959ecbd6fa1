import type { Form } from '#src/client/use-form.ts';
import { FormField } from '#src/components/FormField.tsx';
import { useT } from '#src/i18n/island.tsx';
import { enterpriseKeyProblem } from '#src/contract/rules/company.ts';

type Props = {
  form: Form;
  /** `{key}.learn.example.com` */
  hostPattern: string;
  /** Value of the field. */
  value: string;
  onChange: (value: string) => void;
};

/** The key of an enterprise, with the resulting URL. */
export function KeyField({ form, hostPattern, value, onChange }: Props) {
  const t = useT();
  const texts: Record<string, string> = {
    'field.enterpriseKey': t('errors:field.enterpriseKey'),
    'field.enterpriseKeyReserved': t('errors:field.enterpriseKeyReserved'),
  };
  return (
    <div>
      <FormField
        {...form.field('key')}
        label={t('company:register.key')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        required
        placeholder={t('company:register.keyPlaceholder')}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={({ target }) => {
          target.value = target.value.trim().toLowerCase();
          const problem = target.value && enterpriseKeyProblem(target.value);
          if (problem) form.showError('key', texts[problem]!, false);
        }}
      />
      <p className="mt-1.5 text-sm text-muted">
        {t('company:register.keyHint')}
        <output className="font-mono font-medium break-all text-base-content">
          {hostPattern.replace('{key}', value.trim().toLowerCase() || '…')}
        </output>
      </p>
    </div>
  );
}
