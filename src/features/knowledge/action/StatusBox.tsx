import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';

type Props = {
  icon: IconName;
  /** Gets the focus when it appears, because it replaces the focused form. */
  focused: boolean;
  children: ReactNode;
};

/** State of a registration, or the reason why the course cannot be studied. */
export function StatusBox({ icon, focused, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) box.current!.focus();
  }, [focused]);
  return (
    <div ref={box} role="status" tabIndex={-1} className="alert items-start outline-none">
      <Icon name={icon} className="size-5 text-muted" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
