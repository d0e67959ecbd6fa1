import { useState } from 'react';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Group } from '../kit/fields.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { PLACES } from '../kit/places.ts';
import { PolicyList } from './PolicyList.tsx';
import { ChainDialog, CHAINS, type Chain } from './ChainDialog.tsx';

/** Screens with settings of their own. */
const OTHERS = ['site', 'messages', 'signIn', 'community', 'roles', 'requirements'];

/** Settings of the enterprise that have no screen of their own, and links to the others. */
function Settings({ timeZone }: { timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const chains = useCall(CHAINS, {});
  const [edited, setEdited] = useState<Chain | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('admin:place.settings.title')} hint={t('admin:place.settings.hint')} />
      <PolicyList />
      <Group title={t('flow:chain.title')} hint={t('flow:chain.intro')}>
        <LoadState query={chains} lines={11}>
          {(list) => (
            <ul className="flex flex-col divide-y divide-base-300">
              {list.map((chain) => {
                const name = t(`flow:type.${chain.flowType}`);
                return (
                  <li key={chain.flowType} className="flex flex-wrap items-center gap-3 py-3" aria-label={name}>
                    <div className="me-auto min-w-0">
                      <p className="font-medium">
                        {name}
                        {(chain.isOwn || chain.steps.length > 0) && (
                          <span className="ms-2 badge badge-soft badge-sm">
                            {t(chain.isOwn ? 'flow:chain.own' : 'flow:chain.pack')}
                          </span>
                        )}
                      </p>
                      <p className="text-sm break-words text-muted">
                        {chain.steps.length === 0
                          ? t('flow:chain.one')
                          : chain.steps
                              .map(({ approver, userName, isGone }) =>
                                [
                                  userName ?? t(`flow:chain.approver.${approver}`),
                                  isGone && `(${t('flow:chain.gone')})`,
                                ]
                                  .filter(Boolean)
                                  .join(' '),
                              )
                              .join(' → ')}
                      </p>
                    </div>
                    {chain.id && (
                      <HistoryButton
                        kind="approvalChain"
                        id={chain.id}
                        name={name}
                        timeZone={timeZone}
                        isIcon
                        describe={({ before, after }) => {
                          const words = (value: unknown) =>
                            String(value ?? '')
                              .split(', ')
                              .filter(Boolean)
                              .map((approver) => t(`flow:chain.approver.${approver}`))
                              .join(' → ');
                          return { label: t('flow:chain.title'), before: words(before), after: words(after) };
                        }}
                      />
                    )}
                    <button
                      type="button"
                      className="btn btn-outline btn-sm"
                      disabled={!hydrated}
                      onClick={() => setEdited(chain)}
                    >
                      {t('flow:chain.change')}
                      <span className="sr-only">{name}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
        </LoadState>
      </Group>
      <nav aria-label={t('admin:otherSettings')} className="paper p-5 sm:p-6">
        <h2 className="mb-3 text-lg font-semibold">{t('admin:otherSettings')}</h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {PLACES.filter(({ name }) => OTHERS.includes(name)).map(({ name, icon, path }) => (
            <li key={name} className="flex gap-3">
              <Icon name={icon} className="mt-1 size-4 shrink-0" />
              <div className="min-w-0">
                <a className="link font-medium" href={href(locale, path)}>
                  {t(`admin:place.${name}.title`)}
                </a>
                <p className="text-sm text-muted">{t(`admin:place.${name}.hint`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </nav>
      {edited && <ChainDialog chain={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

export default island(({ given, ...props }: { timeZone: string; given: Given }) => (
  <GivenContext value={given}>
    <Settings {...props} />
  </GivenContext>
));
