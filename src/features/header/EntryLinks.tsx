import { Icon } from '#src/components/Icon.tsx';
import { useLocale } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { UserEntry } from './user-entries.ts';

/** Links to personal pages, with their counts. */
export function EntryLinks({ entries }: { entries: UserEntry[] }) {
  const locale = useLocale();
  return entries.map(({ icon, label, path, count }) => (
    <li key={path}>
      <a href={href(locale, path)} className="menu-row">
        <Icon name={icon} />
        <span className="grow">{label}</span>
        {count !== undefined && <span className="badge badge-sm tabular-nums">{count}</span>}
      </a>
    </li>
  ));
}
