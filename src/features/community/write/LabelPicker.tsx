import '../labels/labels.css';
import { type RefObject, useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Label } from '../labels/LabelList.tsx';

type Props = {
  /** The first label, which is focused after an error. */
  ref: RefObject<HTMLInputElement | null>;
  labels: Pick<Label, 'id' | 'name' | 'color'>[];
  chosen: string[];
  error: string | undefined;
  disabled: boolean;
  onChange: (ids: string[]) => void;
};

/** Chooses the labels of a post. */
export function LabelPicker({ ref, labels, chosen, error, disabled, onChange }: Props) {
  const t = useT();
  const id = useId();
  const isFull = chosen.length >= MAX_ITEMS.postLabels;
  return (
    <fieldset disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{t('posts:write.labels', { max: MAX_ITEMS.postLabels })}</legend>
      <div className="flex flex-wrap gap-2">
        {labels.map((label, position) => {
          const isChosen = chosen.includes(label.id);
          return (
            <label
              key={label.id}
              className={`post-label post-label-${label.color} min-h-9 cursor-pointer px-3 has-[:checked]:outline-2 has-[:disabled]:cursor-default has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2`}
            >
              <input
                ref={position === 0 ? ref : undefined}
                type="checkbox"
                className="checkbox checkbox-xs rounded-sm border-current"
                checked={isChosen}
                disabled={isFull && !isChosen}
                aria-invalid={error ? true : undefined}
                onChange={() => onChange(isChosen ? chosen.filter((each) => each !== label.id) : [...chosen, label.id])}
              />
              <bdi>{label.name}</bdi>
            </label>
          );
        })}
      </div>
      {error && <FieldError id={`${id}-error`} text={error} className="mt-1.5" />}
    </fieldset>
  );
}
