import '#src/components/date-field.css';
import { type ReactNode, type Ref, useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Labelled, type Label } from '#src/components/Labelled.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { inZone, zonedTime } from '#src/lib/dates.ts';

/*
 * The fields of the back office, with their values as the contract has them. `form-fields.tsx` has the same ones for forms of
 * `useEditor`, by name.
 */

/** A field with its value. `name`: path of the value in its form, at which errors are shown. */
export type FieldOf<T> = Label & {
  name?: string;
  ref?: Ref<HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement>;
  value: T;
  onChange: (value: T) => void;
};

type TextProps = FieldOf<string> & {
  maxLength: number;
  /** More than one: a text of several lines. */
  rows?: number;
  /** Id of a `<datalist>`. */
  list?: string;
  inputMode?: 'decimal';
  className?: string;
};

export function TextField({ onChange, rows = 1, list, className, inputMode, ...field }: TextProps) {
  return rows > 1 ? (
    <TextArea {...field} rows={rows} onChange={({ target }) => onChange(target.value)} />
  ) : (
    <FormField
      {...field}
      {...{ list, className, inputMode }}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type NumberProps = FieldOf<number> & {
  /** What one of it is stored as, e.g. 60 for minutes of seconds. */
  unit?: number;
  step?: number;
};

/** A number; an empty field is 0. */
export function NumberField({ value, onChange, unit = 1, step = 1, ...field }: NumberProps) {
  return (
    <FormField
      {...field}
      type="number"
      min={0}
      step={step}
      value={String(rounded(value / unit, 100))}
      onChange={({ target }) => onChange(rounded(Number(target.value) * unit, unit === 1 ? 100 : 1))}
    />
  );
}

const rounded = (value: number, parts: number) => Math.round(value * parts) / parts;

/** A value that can be chosen; null: nothing is chosen. */
export type Choice = string | number | null;
type SelectProps<T extends Choice> = FieldOf<T> & {
  options: readonly { value: T; label: string }[];
  /** It is shown and cannot be changed. */
  isFixed?: boolean;
};

/** A choice; the hint says what the chosen value means. */
export function SelectField<T extends Choice>({
  name,
  ref,
  value,
  onChange,
  options,
  isFixed,
  ...label
}: SelectProps<T>) {
  return (
    <Labelled {...label}>
      {(own) => (
        <select
          {...own}
          {...{ name, ref }}
          className={`select w-full ${label.error ? 'select-error' : ''}`}
          value={value ?? ''}
          disabled={isFixed}
          onChange={({ target }) => onChange(options[target.selectedIndex]!.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value ?? ''}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type SeveralProps = Label & { name?: string; className?: string; children: ReactNode };

/** Several controls that are one value or list: a legend, its hint and its error. */
export function FieldGroup({ label, hint, error, name, className = '', children }: SeveralProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset name={name} className="min-w-0" aria-describedby={about || undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
          {hint}
        </p>
      )}
      <div className={className}>{children}</div>
      {error && <FieldError id={`${id}-error`} text={error} className="mt-1.5" />}
    </fieldset>
  );
}

type ManyProps = FieldOf<string[]> & { options: readonly { value: string; label: string }[] };

/** Any number of choices. */
export function ManyField({ value, onChange, options, ref: _, ...group }: ManyProps) {
  return (
    <FieldGroup {...group} className="max-h-60 overflow-y-auto rounded-field border border-base-300 py-1">
      {options.map((option) => (
        <label key={option.value} className="flex cursor-pointer items-start gap-3 px-3 py-1.5 hover:bg-base-200">
          <input
            type="checkbox"
            className="checkbox mt-0.5 checkbox-sm rounded-sm"
            checked={value.includes(option.value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, option.value] : value.filter((chosen) => chosen !== option.value))
            }
          />
          <span className="min-w-0 break-words">{option.label}</span>
        </label>
      ))}
    </FieldGroup>
  );
}

export function CheckField({ label, hint, error, name, ref, value, onChange }: FieldOf<boolean>) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          {...{ name, ref }}
          type="checkbox"
          className="checkbox mt-0.5 checkbox-sm rounded-sm"
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={about || undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ps-8 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} className="ps-8" />}
    </div>
  );
}

type MomentProps = FieldOf<string | null> & {
  timeZone: string;
  /** It cannot be emptied. */
  isRequired?: boolean;
};

/** A moment in the time zone of the enterprise; null: not given. */
export function MomentField({ value, onChange, timeZone, isRequired, ...field }: MomentProps) {
  return (
    <FormField
      {...field}
      type="datetime-local"
      value={value === null ? '' : inZone(value, timeZone).format('YYYY-MM-DDTHH:mm')}
      onChange={({ target }) => {
        if (target.value) onChange(zonedTime(target.value, timeZone).toISOString());
        else if (!isRequired) onChange(null);
      }}
    />
  );
}

/** A calendar day, `2026-03-01`; null: not given. */
export function DayField({ value, onChange, ...field }: FieldOf<string | null>) {
  return (
    <FormField {...field} type="date" value={value ?? ''} onChange={({ target }) => onChange(target.value || null)} />
  );
}

/** A titled group of settings. */
export function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="paper flex flex-col gap-5 p-5 sm:p-6" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
