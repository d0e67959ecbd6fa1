type Props = {
  label: string;
  value: string;
  options: string[][];
  disabled?: boolean;
  onChange: (value: string) => void;
};

/** A labelled list of choices. */
export function Select({ label, value, options, disabled, onChange }: Props) {
  return (
    <label className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <select
        className="select w-full"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
