import { type ComponentProps, useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';

type Props = ComponentProps<'textarea'> & { label: string; hint?: string; error?: string };

/** A labelled text of several lines with hint and error. */
export function TextArea({ label, hint, error, ...given }: Props) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        rows={3}
        {...given}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={about || undefined}
        className={`textarea w-full ${error ? 'textarea-error' : ''}`}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}
