import { type ReactNode, useId } from 'react';
import { FieldError } from './FieldError.tsx';

/** What every field has. */
export type Label = {
  label: string;
  /** What the field means, below it. */
  hint?: string;
  /** Error message below the field; announced to screen readers. */
  error?: string;
};
/** Attributes of the control that belong to its label, hint and error. */
type Own = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
type Props = Label & {
  /** Id of the control, if others refer to it. */
  id?: string;
  /** Ids of other texts that describe the control. */
  about?: string;
  className?: string;
  children: (own: Own) => ReactNode;
};

/** A label, a control, its hint and its error. */
export function Labelled({ label, hint, error, id: given, about, className = '', children }: Props) {
  const own = useId();
  const id = given ?? own;
  const texts = [hint && `${id}-hint`, error && `${id}-error`, about].filter(Boolean).join(' ');
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': texts || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}
