import { type ComponentProps, useRef, useState } from 'react';
import type { Form } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = Pick<ComponentProps<typeof FormField>, 'placeholder' | 'onInput' | 'onBlur' | 'aria-describedby'> & {
  form: Form;
  name: string;
  /** Of the control; default: its name. Needed where a page has two fields of one name. */
  id?: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Error shown at the field instead of the form's error. */
  problem?: string;
};

/** A password field with a button that shows the password. */
export function PasswordField({ form, name, id = name, label, problem, ...input }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const ref = useRef<HTMLInputElement>(null);
  const [visible, setVisible] = useState(false);
  const { error } = form.field(name);
  return (
    <FormField
      {...input}
      ref={ref}
      id={id}
      name={name}
      error={error || problem}
      large
      label={label}
      icon="lock"
      type={visible ? 'text' : 'password'}
      maxLength={128}
      required
      trailing={
        <button
          type="button"
          disabled={!hydrated}
          aria-pressed={visible}
          aria-controls={id}
          aria-label={t('account:password.show', { field: label })}
          onClick={() => {
            setVisible(!visible);
            ref.current!.focus();
          }}
          className="btn btn-square btn-ghost btn-sm"
        >
          <Icon name={visible ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}
