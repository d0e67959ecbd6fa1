import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** What is wrong, under the input; announced to screen readers. */
  error?: string;
  hint?: string;
  /** A button at the end of the input, e.g. "show password". */
  trailing?: ReactNode;
};

/** A labelled input with its hint and its error. Everything else is passed to the `<input>`. */
export function FormField({ label, error, hint, trailing, id, className = '', ...input }: Props) {
  const own = useId();
  const fieldId = id ?? own;
  const about = [hint && `${fieldId}-hint`, error && `${fieldId}-error`].filter(Boolean).join(' ');
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={fieldId} className="text-sm font-medium">
        {label}
      </label>
      <div className={`input w-full ${error ? 'input-error' : ''}`}>
        <input
          {...input}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={about || undefined}
          className="grow"
        />
        {trailing}
      </div>
      {hint && (
        <p id={`${fieldId}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${fieldId}-error`} role="alert" className="flex items-center gap-1 text-sm text-error">
          <Icon name="warning" className="size-4" />
          {error}
        </p>
      )}
    </div>
  );
}
