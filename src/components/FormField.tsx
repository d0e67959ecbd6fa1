import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { FieldError } from './FieldError.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

type Props = ComponentProps<'input'> & {
  label: string;
  /** Error message below the input; announced to screen readers. */
  error?: string;
  hint?: string;
  icon?: IconName;
  /** A button at the end of the input, e.g. "show password". */
  trailing?: ReactNode;
  /** Shows how many of `maxLength` characters are used. */
  counter?: boolean;
  /** For short forms that fill a page, such as login. */
  large?: boolean;
};

/** A labelled input with hint, counter and error. Other props are passed to the `<input>`. */
export function FormField({ label, error, hint, icon, trailing, counter, large, id, className = '', ...input }: Props) {
  const own = useId();
  const fieldId = id ?? own;
  const [length, setLength] = useState(String(input.defaultValue ?? input.value ?? '').length);
  const about = [hint && `${fieldId}-hint`, error && `${fieldId}-error`, input['aria-describedby']]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={fieldId} className="text-sm font-medium">
        {label}
      </label>
      <div
        className={`input w-full has-[>button]:pe-1.5 ${large ? 'input-lg text-base' : ''} ${error ? 'input-error' : ''}`}
      >
        {icon && <Icon name={icon} className="size-5 text-muted" />}
        <input
          {...input}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={about || undefined}
          onInput={(event) => {
            setLength(event.currentTarget.value.length);
            input.onInput?.(event);
          }}
          className="grow"
        />
        {counter && input.maxLength && (
          <span aria-hidden="true" className="text-sm text-muted tabular-nums">
            {length}/{input.maxLength}
          </span>
        )}
        {trailing}
      </div>
      {hint && (
        <p id={`${fieldId}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${fieldId}-error`} text={error} />}
    </div>
  );
}
