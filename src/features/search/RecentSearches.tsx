import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { forgetRecent } from './recent.ts';
import { searchPath } from './search-path.ts';

type Props = { keywords: string[]; type: number; onClear: () => void };

/** Recent searches of this device, until cleared. */
export function RecentSearches({ keywords, type, onClear }: Props) {
  const t = useT();
  const locale = useLocale();
  if (keywords.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="flex items-center justify-between px-3 text-xs text-muted">
        {t('search:box.recent')}
        <button
          type="button"
          className="btn btn-ghost btn-xs"
          onClick={() => {
            forgetRecent();
            onClear();
          }}
        >
          {t('search:box.clear')}
        </button>
      </p>
      {keywords.map((keyword) => (
        <a key={keyword} className="search-option" href={href(locale, searchPath({ keyword, type }))}>
          {keyword}
        </a>
      ))}
    </div>
  );
}
