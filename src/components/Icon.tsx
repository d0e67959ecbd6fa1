import { iconHref } from './icon-href.ts';
import type { IconName } from './icons.ts';

/** A decoration beside a text. Alone in a button it needs the button's `aria-label`. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className ? `icon ${className}` : 'icon'}>
      <use href={iconHref(name)} />
    </svg>
  );
}
