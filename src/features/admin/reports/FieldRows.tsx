import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { FieldGroup } from '../kit/fields.tsx';

type Props = {
  label: string;
  /** Label of the choice that adds one. */
  add: string;
  chosen: string[];
  options: readonly { value: string; label: string }[];
  most: number;
  onChange: (chosen: string[]) => void;
};

/** An ordered choice of names, each once. */
export function FieldRows({ label, add, chosen, options, most, onChange }: Props) {
  const t = useT();
  const labelOf = (value: string) => options.find((each) => each.value === value)?.label ?? value;
  const left = options.filter(({ value }) => !chosen.includes(value));
  const moveUp = (at: number) => {
    const next = [...chosen];
    next.splice(at - 1, 0, ...next.splice(at, 1));
    onChange(next);
  };
  return (
    <FieldGroup label={label} className="flex flex-col gap-2">
      <ul className="flex flex-col gap-1">
        {chosen.map((value, at) => (
          <li key={value} className="flex items-center gap-1 rounded-field border border-base-300 py-0.5 ps-3 pe-1">
            <span className="min-w-0 grow break-words">{labelOf(value)}</span>
            {at > 0 && (
              <button
                type="button"
                className="btn btn-square btn-ghost btn-xs"
                aria-label={t('reports:editor.up', { name: labelOf(value) })}
                onClick={() => moveUp(at)}
              >
                <Icon name="chevron-up" className="size-4" />
              </button>
            )}
            <button
              type="button"
              className="btn btn-square btn-ghost btn-xs"
              aria-label={t('reports:editor.remove', { name: labelOf(value) })}
              onClick={() => onChange(chosen.filter((each) => each !== value))}
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {left.length > 0 && chosen.length < most && (
        <select
          className="select w-full select-sm"
          aria-label={add}
          value=""
          onChange={({ target }) => onChange([...chosen, target.value])}
        >
          <option value="">{add}</option>
          {left.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldGroup>
  );
}
