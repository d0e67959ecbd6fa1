import { type ReactNode, useId } from 'react';
import type { Form } from '#src/client/use-form.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';

type Props = {
  title: string;
  isDestructive?: boolean;
  form: Form;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that requests something for a reason. */
export function RequestDialog({ children, ...dialog }: Props) {
  const t = useT();
  const id = useId();
  const { error } = dialog.form.field('reason');
  const about = [`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <FormDialog {...dialog} action={t('record:issued.send')}>
      {children}
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t('record:issued.reason')}
        </label>
        <textarea
          id={id}
          name="reason"
          rows={3}
          maxLength={500}
          aria-invalid={error ? true : undefined}
          aria-describedby={about}
          className="textarea w-full"
        />
        <p id={`${id}-hint`} className="text-sm text-muted">
          {t('record:issued.reasonHint')}
        </p>
        {error && <FieldError id={`${id}-error`} text={error} />}
      </div>
    </FormDialog>
  );
}

/** Whether a revocation also takes the credits and points of the exam. */
export function ReverseCredits() {
  const t = useT();
  return (
    <label className="flex items-start gap-3">
      <input type="checkbox" name="reverseCredits" className="checkbox checkbox-sm mt-0.5 rounded-sm" />
      <span>
        {t('record:issued.reverseCredits')}
        <span className="block text-sm text-muted">{t('record:issued.reverseCreditsHint')}</span>
      </span>
    </label>
  );
}
