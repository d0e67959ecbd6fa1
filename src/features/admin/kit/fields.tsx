import '#src/components/date-field.css';
import { type ReactNode, useId } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { useT } from '#src/i18n/island.tsx';
import { inZone, zonedTime } from '#src/lib/dates.ts';

type Field = { label: string; hint?: string; error?: string };

/** A label, a control, and what the setting means. */
export function Labelled({
  label,
  hint,
  error,
  children,
}: Field & { children: (own: { id: string; 'aria-describedby': string | undefined }) => ReactNode }) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': about })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}

type Of<T> = Field & { value: T; onChange: (value: T) => void };

export function TextField({ value, onChange, maxLength, ...field }: Of<string> & { maxLength: number }) {
  return (
    <Labelled {...field}>
      {(own) => (
        <input
          {...own}
          className="input w-full"
          value={value}
          maxLength={maxLength}
          aria-invalid={field.error ? true : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

/** A number; an empty field is 0. `unit`: what one of it is stored as, e.g. 60 for minutes of seconds. */
export function NumberField({
  value,
  onChange,
  unit = 1,
  step = 1,
  ...field
}: Of<number> & { unit?: number; step?: number }) {
  return (
    <Labelled {...field}>
      {(own) => (
        <input
          {...own}
          type="number"
          min={0}
          step={step}
          className="input w-full tabular-nums"
          value={value === 0 ? '0' : String(Math.round((value / unit) * 100) / 100)}
          aria-invalid={field.error ? true : undefined}
          onChange={(event) => onChange(Math.round(Number(event.target.value) * unit * 100) / 100)}
        />
      )}
    </Labelled>
  );
}

/** A choice; the hint says what the chosen value means. `isFixed`: it is shown and cannot be changed. */
export function SelectField<T extends string>({
  value,
  onChange,
  options,
  isFixed,
  ...field
}: Of<T> & { options: readonly { value: T; label: string }[]; isFixed?: boolean }) {
  return (
    <Labelled {...field}>
      {(own) => (
        <select
          {...own}
          className="select w-full"
          value={value}
          disabled={isFixed}
          aria-invalid={field.error ? true : undefined}
          onChange={(event) => onChange(options.find((each) => each.value === event.target.value)!.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Any number of choices. */
export function ManyField({
  label,
  hint,
  error,
  value,
  onChange,
  options,
}: Of<string[]> & { options: readonly { value: string; label: string }[] }) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <ul className="max-h-48 overflow-y-auto rounded-field border border-base-300 py-1">
        {options.map((option) => (
          <li key={option.value}>
            <label className="flex cursor-pointer items-start gap-3 px-3 py-1.5 hover:bg-base-200">
              <input
                type="checkbox"
                className="checkbox mt-0.5 checkbox-sm rounded-sm"
                checked={value.includes(option.value)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, option.value] : value.filter((chosen) => chosen !== option.value),
                  )
                }
              />
              <span className="min-w-0 break-words">{option.label}</span>
            </label>
          </li>
        ))}
      </ul>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}

export function CheckField({ label, hint, value, onChange }: Of<boolean>) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="checkbox checkbox-sm mt-0.5 rounded-sm"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}

/** A moment in the time zone of the enterprise; null: not given. */
export function MomentField({
  value,
  onChange,
  timeZone,
  ...field
}: Field & { value: string | null; onChange: (value: string | null) => void; timeZone: string }) {
  return (
    <Labelled {...field}>
      {(own) => (
        <input
          {...own}
          type="datetime-local"
          className="input w-full tabular-nums"
          value={value === null ? '' : inZone(value, timeZone).format('YYYY-MM-DDTHH:mm')}
          aria-invalid={field.error ? true : undefined}
          onChange={({ target }) => onChange(target.value ? zonedTime(target.value, timeZone).toISOString() : null)}
        />
      )}
    </Labelled>
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

/** The button that removes a row. */
export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  return (
    <button type="button" className="btn btn-ghost btn-sm text-error" onClick={onClick}>
      {t('exam:admin.remove')}
      <span className="sr-only">{name}</span>
    </button>
  );
}
