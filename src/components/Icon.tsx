import { iconHref } from './icon-href.ts';
import type { IconName } from './icons.ts';

/** Decorative. An icon-only button needs an `aria-label`. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className ? `icon ${className}` : 'icon'}>
      <use href={iconHref(name)} />
    </svg>
  );
}
