import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pages } from '#src/components/Pages.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';

const CALL = 'POST /user/auth/user/info/sign-in/page';
type Entry = Data<typeof CALL>['list'][number];

/** The sign-ins of the last 90 days and refused tries, the latest first. */
export function SignInHistory({ timeZone }: { timeZone: string }) {
  const t = useT();
  const [pageCurrent, onGo] = useState(1);
  const query = useCall(CALL, { pageCurrent });
  return (
    <section className="paper" aria-labelledby="sign-ins-title" aria-busy={query.isPrevious || undefined}>
      <div className="border-b border-base-300 px-4 py-3 sm:px-6">
        <h2 id="sign-ins-title" className="font-semibold">
          {t('account:signIns.title')}
        </h2>
        <p className="text-sm text-muted">{t('account:signIns.hint')}</p>
      </div>
      <LoadState query={query}>
        {({ list, totalPage }) =>
          list.length === 0 ? (
            <p className="px-4 py-4 text-sm text-muted sm:px-6">{t('account:signIns.none')}</p>
          ) : (
            <>
              <ul className="divide-y divide-base-300">
                {list.map((entry) => (
                  <SignInRow key={entry.id} entry={entry} timeZone={timeZone} />
                ))}
              </ul>
              <Pages pageCurrent={pageCurrent} totalPage={totalPage} isBusy={query.isPrevious} onGo={onGo} />
            </>
          )
        }
      </LoadState>
    </section>
  );
}

function SignInRow({ entry, timeZone }: { entry: Entry; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const { outcome, way, browser, system, address, place, isNew, gmtCreate } = entry;
  const device = [browser, system].filter(Boolean).join(' · ') || t('account:session.unknownDevice');
  const facts = [
    way && t(`account:session.way.${way}`),
    device,
    [place ?? t('account:session.unknownPlace'), address].filter(Boolean).join(' '),
  ].filter(Boolean);
  return (
    <li className="px-4 py-3 sm:px-6">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <time dateTime={gmtCreate} className="font-medium tabular-nums">
          {dateTimeText(gmtCreate, timeZone, locale)}
        </time>
        <span className={`badge badge-soft badge-sm ${outcome === 'opened' ? 'badge-success' : 'badge-error'}`}>
          {t(`account:signIns.outcome.${outcome}`)}
        </span>
        {isNew && <span className="badge badge-soft badge-warning badge-sm">{t('account:signIns.new')}</span>}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
        {facts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </li>
  );
}
