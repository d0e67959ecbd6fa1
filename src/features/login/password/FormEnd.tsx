import type { Form } from '#src/client/use-form.ts';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  form: Form;
  /** Target of the cancel button. */
  here: string;
  /** Explanation of the effect of saving. */
  hint: string;
};

/** Save and cancel. */
export function FormEnd({ form, here, hint }: Props) {
  const t = useT();
  return (
    <>
      <p className="text-sm text-muted">{hint}</p>
      <div className="flex gap-3">
        <SubmitButton {...form.submit}>{t('account:security.save')}</SubmitButton>
        <a href={here} className="btn btn-ghost">
          {t('common:cancel')}
        </a>
      </div>
    </>
  );
}
