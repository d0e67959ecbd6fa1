import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type Props = Pick<ComponentProps<typeof FormField>, 'name' | 'label' | 'hint' | 'error' | 'autoFocus'> & {
  ref?: RefObject<HTMLInputElement | null>;
};

/** A PIN with large keys below it, for screens without a keyboard. */
export function PinField({ ref, ...field }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const change = (to: (text: string) => string) => {
    input.current!.value = to(input.current!.value);
    input.current!.focus();
  };
  const key = (label: string, onClick: () => void, content: ReactNode = label) => (
    <button
      key={label}
      type="button"
      className="btn h-14 text-2xl tabular-nums"
      aria-label={label}
      disabled={!hydrated}
      onClick={onClick}
    >
      {content}
    </button>
  );
  return (
    <div className="flex flex-col gap-3">
      {/* A scanner types the number of a badge here, too. */}
      <FormField {...field} ref={input} type="password" inputMode="numeric" autoComplete="off" maxLength={40} large />
      <div className="grid grid-cols-3 gap-2" role="group" aria-label={t('terminal:pad.keys')}>
        {KEYS.map((digit) => key(digit, () => change((text) => text + digit)))}
        {key(t('terminal:pad.clear'), () => change(() => ''), <Icon name="close" className="size-6" />)}
        {key('0', () => change((text) => `${text}0`))}
        {key(
          t('terminal:pad.backspace'),
          () => change((text) => text.slice(0, -1)),
          <Icon name="arrow-left" className="size-6" />,
        )}
      </div>
    </div>
  );
}
