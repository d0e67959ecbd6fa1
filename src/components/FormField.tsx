import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Labelled, type Label } from './Labelled.tsx';

type Props = ComponentProps<'input'> &
  Label & {
    icon?: IconName;
    /** A button at the end of the input, e.g. "show password". */
    trailing?: ReactNode;
    /** Shows how many of `maxLength` characters are used. */
    counter?: boolean;
    /** For short forms that fill a page, such as login. */
    large?: boolean;
  };

/** A labelled input with hint, counter and error. Other props are passed to the `<input>`. */
export function FormField({ label, error, hint, icon, trailing, counter, large, id, className, ...input }: Props) {
  const [length, setLength] = useState(String(input.defaultValue ?? input.value ?? '').length);
  return (
    <Labelled {...{ label, error, hint, id, className }} about={input['aria-describedby']}>
      {(own) => (
        <div
          className={`input w-full has-[>button]:pe-1.5 ${large ? 'input-lg text-base' : ''} ${error ? 'input-error' : ''}`}
        >
          {icon && <Icon name={icon} className="size-5 text-muted" />}
          <input
            {...input}
            {...own}
            onInput={(event) => {
              setLength(event.currentTarget.value.length);
              input.onInput?.(event);
            }}
            className="grow"
          />
          {counter && input.maxLength && (
            <span aria-hidden="true" className="text-sm text-muted tabular-nums">
              {length}/{input.maxLength}
            </span>
          )}
          {trailing}
        </div>
      )}
    </Labelled>
  );
}
