import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';

/** The versions of agreement and privacy texts that the user has accepted, with links to these versions. */
export function AcceptedTexts({ timeZone }: { timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const consents = useCall('GET /user/auth/user/info/consent/list', {});
  return (
    <section className="paper flex flex-col gap-3 p-4 sm:p-6" aria-labelledby="consents-title">
      <h2 id="consents-title" className="font-semibold">
        {t('account:data.consents')}
      </h2>
      <p className="text-sm text-muted">{t('account:data.consentsHint')}</p>
      <LoadState query={consents} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm">{t('account:data.noConsents')}</p>
          ) : (
            <ul className="flex flex-col gap-2 text-sm">
              {list.map(({ code, version, title, gmtCreate }) => (
                <li key={`${code} ${version}`} className="flex flex-wrap gap-x-3">
                  <a className="link" href={href(locale, `/agreement?code=${code}&version=${version}`)}>
                    {t('account:data.acceptedVersion', { title, version })}
                  </a>
                  <time dateTime={gmtCreate} className="text-muted tabular-nums">
                    {dateTimeText(gmtCreate, timeZone, locale)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}
