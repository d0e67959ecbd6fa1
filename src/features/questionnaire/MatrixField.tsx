import { useId } from 'react';
import type { FieldProps } from './OptionField.tsx';

/** A matrix: one choice in each row. On a phone the rows are stacked, each with its own choices. */
export function MatrixField({ question, answer, onChange }: FieldProps) {
  const name = useId();
  const rows = answer?.rows ?? [];
  const pick = (row: string, choice: string) =>
    onChange({
      rows: question.rows.flatMap(({ code }) => {
        const chosen = code === row ? choice : rows.find((each) => each.row === code)?.choice;
        return chosen === undefined ? [] : [{ row: code, choice: chosen }];
      }),
    });
  return (
    <div className="flex flex-col gap-4 sm:gap-0 sm:divide-y sm:divide-base-300 sm:rounded-field sm:border sm:border-base-300">
      {question.rows.map((row) => (
        <div
          key={row.code}
          role="radiogroup"
          aria-labelledby={`${name}-${row.code}`}
          className="flex flex-col gap-2 sm:flex-row sm:items-center sm:gap-4 sm:px-4 sm:py-3"
        >
          <span id={`${name}-${row.code}`} className="text-sm sm:w-2/5 sm:shrink-0">
            {row.text}
          </span>
          <div className="flex grow flex-col gap-1.5 sm:flex-row sm:gap-2">
            {question.options.map(({ code, text }) => (
              <label
                key={code}
                className="flex cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3 py-2 text-sm hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary sm:min-w-0 sm:flex-1 sm:flex-col sm:gap-1 sm:border-transparent sm:px-1 sm:text-center sm:text-xs"
              >
                <input
                  type="radio"
                  name={`${name}-${row.code}`}
                  value={code}
                  checked={rows.some((each) => each.row === row.code && each.choice === code)}
                  onChange={() => pick(row.code, code)}
                  className="radio radio-sm radio-primary"
                />
                {text}
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
