import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';

type Props = ComponentProps<'select'> & {
  label: string;
  /** Text of the empty choice. */
  placeholder: string;
  options: { value: string | number; label: string }[];
  /** Error message below the select. */
  error?: string;
  /** Id of an error message elsewhere that concerns several fields. */
  errorId?: string;
  /** Below the select, e.g. "try again". */
  children?: ReactNode;
};

/** A labelled `<select>` with an empty first choice and its error. Everything else is passed to the `<select>`. */
export function SelectField({ label, placeholder, options, error, errorId, children, ...select }: Props) {
  const id = useId();
  const about = errorId ?? (error && `${id}-error`);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error || errorId ? true : undefined}
        aria-describedby={about}
        className={`select w-full ${error || errorId ? 'select-error' : ''}`}
      >
        <option value="">{placeholder}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && <FieldError id={`${id}-error`} text={error} />}
      {children}
    </div>
  );
}
