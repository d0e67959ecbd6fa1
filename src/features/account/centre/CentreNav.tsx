import { useLocale, useT } from '#src/i18n/island.tsx';
import { accountLink } from '../account-query.ts';
import { CENTRE_PARTS } from './centre-view.ts';

/** The parts of the organisation centre. @param part null: its orders */
export function CentreNav({ part }: { part: (typeof CENTRE_PARTS)[number] | null }) {
  const t = useT();
  const link = accountLink(useLocale(), 'centre');
  return (
    <nav aria-label={t('centre:parts')} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="paper inline-flex min-w-max gap-1 p-1">
        {[null, ...CENTRE_PARTS].map((each) => (
          <li key={each}>
            <a
              href={link({ part: each ?? undefined })}
              aria-current={each === part ? 'page' : undefined}
              className="block rounded-field px-4 py-1.5 text-sm transition-colors hover:bg-base-200 aria-[current=page]:bg-primary aria-[current=page]:text-primary-content"
            >
              {t(`centre:part.${each ?? 'orders'}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
