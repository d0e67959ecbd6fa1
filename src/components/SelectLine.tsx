import { useId } from 'react';
import { useHydrated } from '#src/client/use-live.ts';

type Props<V extends string> = {
  label: string;
  value: V;
  choices: readonly V[];
  textOf: (choice: V) => string;
  disabled: boolean;
  onChoose: (choice: V) => void;
};

/** A short list of choices with its label on one line; a choice is applied at once. */
export function SelectLine<V extends string>({ label, value, choices, textOf, disabled, onChoose }: Props<V>) {
  const hydrated = useHydrated();
  const id = useId();
  return (
    <p className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <select
        id={id}
        className="select w-auto select-sm"
        value={value}
        disabled={!hydrated || disabled}
        onChange={({ target }) => onChoose(choices[target.selectedIndex]!)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {textOf(each)}
          </option>
        ))}
      </select>
    </p>
  );
}
