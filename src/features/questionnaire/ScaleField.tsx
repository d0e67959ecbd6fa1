import { useId } from 'react';
import type { FieldProps } from './QuestionField.tsx';

/** The values of a scale in a row, with what its ends mean. */
export function ScaleField({ question, answer, onChange }: FieldProps) {
  const name = useId();
  const least = question.least!;
  const values = Array.from({ length: question.most! - least + 1 }, (_, i) => least + i);
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <div className="flex gap-1 sm:gap-2">
        {values.map((value) => (
          <label
            key={value}
            className="flex min-w-0 grow cursor-pointer flex-col items-center gap-2 rounded-field border border-base-300 py-3 text-sm tabular-nums hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={answer?.value === value}
              onChange={() => onChange({ value })}
              className="radio radio-xs radio-primary sm:radio-sm"
            />
            {value}
          </label>
        ))}
      </div>
      {(question.leastLabel || question.mostLabel) && (
        <div className="flex justify-between gap-4 text-sm text-muted">
          <span>{question.leastLabel}</span>
          <span className="text-end">{question.mostLabel}</span>
        </div>
      )}
    </div>
  );
}
