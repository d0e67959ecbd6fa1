import type { ComponentType } from 'react';
import { useController } from 'react-hook-form';
import * as fields from './fields.tsx';

/*
 * The fields of `fields.tsx` for forms of `useEditor`: `name` is the path of the value, e.g. `sections.0.title`. Value and
 * error come from the form.
 */

type Bindable = Omit<fields.FieldOf<never>, 'value'> & { value: unknown };
type Bound<P> = Omit<P, 'name' | 'ref' | 'value' | 'onChange' | 'error'> & {
  name: string;
  /** Called after a change, to change what depends on it. */
  onChanged?: () => void;
};

/** Binds a field to the value of its name. */
export function bound<P extends Bindable>(Field: ComponentType<P>): ComponentType<Bound<P>> {
  return function BoundField({ onChanged, ...props }) {
    const { field, fieldState } = useController({ name: props.name });
    const own = {
      ref: field.ref,
      value: field.value as unknown,
      error: fieldState.error?.message,
      onChange: (value: unknown) => {
        field.onChange(value);
        onChanged?.();
      },
    };
    return <Field {...(props as unknown as P)} {...own} />;
  };
}

export const TextField = bound(fields.TextField);
export const NumberField = bound(fields.NumberField);
export const SelectField = bound(fields.SelectField<fields.Choice>);
export const ManyField = bound(fields.ManyField);
export const CheckField = bound(fields.CheckField);
export const MomentField = bound(fields.MomentField);
export const DayField = bound(fields.DayField);
