import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PLACES } from './places.ts';

type Props = {
  /** Name of the place of the page. */
  current: string | null;
  /** Title of the page if it is below the place. */
  here?: string;
  /** The user may open `/admin`. */
  hasOverview: boolean;
};

/** Where the page is: administration, its place, and what is shown of it. The last one is not a link. */
export function Breadcrumbs({ current, here, hasOverview }: Props) {
  const t = useT();
  const locale = useLocale();
  const place = PLACES.find(({ name }) => name === current && name !== 'overview');
  const crumbs = [
    { text: t('common:admin'), path: hasOverview ? '/admin' : undefined },
    ...(place ? [{ text: t(`admin:place.${place.name}.title`), path: place.path }] : []),
    ...(here ? [{ text: here, path: undefined }] : []),
  ];
  return (
    <nav aria-label={t('admin:breadcrumbs')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-sm">
        {crumbs.map(({ text, path }, position) => {
          const isLast = position === crumbs.length - 1;
          return (
            // Phones have room for the last two.
            <li
              key={position}
              className={`flex min-w-0 items-center gap-2 ${isLast ? '' : 'shrink-0'} ${position < crumbs.length - 2 ? 'max-sm:hidden' : ''}`}
            >
              {position > 0 && (
                <span
                  aria-hidden="true"
                  className={`text-muted ${position === crumbs.length - 2 ? 'max-sm:hidden' : ''}`}
                >
                  /
                </span>
              )}
              {isLast ? (
                <span aria-current="page" className="truncate font-medium">
                  {text}
                </span>
              ) : path ? (
                <a href={href(locale, path)} className="text-muted hover:text-primary hover:underline">
                  {text}
                </a>
              ) : (
                <span className="text-muted">{text}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
