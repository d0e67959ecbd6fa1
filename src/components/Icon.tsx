import { ICONS, type IconName } from './icons.ts';

/** A decoration beside a text. Alone in a button it needs the button's `aria-label`. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={ICONS[name]} />
    </svg>
  );
}
