import type { ComponentProps, ReactNode } from 'react';
import { Labelled } from '#src/components/Labelled.tsx';

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
  const isWrong = Boolean(error || errorId);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Labelled label={label} error={error} about={errorId}>
        {(own) => (
          <select
            {...select}
            {...own}
            aria-invalid={isWrong || undefined}
            className={`select w-full ${isWrong ? 'select-error' : ''}`}
          >
            <option value="">{placeholder}</option>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {children}
    </div>
  );
}
