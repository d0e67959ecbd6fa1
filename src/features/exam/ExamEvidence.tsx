import { useEffect, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { usePages } from '#src/client/use-pages.ts';
import { island, useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { ExamSwitch, type SwitchItem } from './ExamSwitch.tsx';

type Props = {
  attemptId: string;
  timeZone: string;
  locale: Locale;
  /** Whether the record can be downloaded: it contains the name, which blind marking hides. */
  hasPack?: boolean;
};

const PAGE_SIZE = 20;

/** The island of the result page. */
export default island<Omit<Props, 'locale'>>(function ExamEvidence(props) {
  return <Evidence {...props} />;
});

/**
 * The switches of a closed attempt, which its candidate can appeal against and its marker decides, and the record of the
 * attempt to download.
 */
export function Evidence({ attemptId, timeZone, locale, hasPack = true }: Props) {
  const t = useT();
  const load = (pageCurrent: number) =>
    api('POST /exam/auth/exam/switch/page', { attemptId, pageCurrent, pageSize: PAGE_SIZE }).then(
      ({ own, ...page }) => ({
        ...page,
        list: page.list.map((each) => ({ ...each, own })),
      }),
    );
  const { items, hasMore, isLoading, loadMore, reload, change } = usePages<SwitchItem>(load, { pageSize: PAGE_SIZE });
  const loadFirst = useRef(reload);
  useEffect(() => void loadFirst.current(), []);
  const download = useAction(async () => {
    const { fileName, url } = await api('GET /exam/auth/exam/evidence/pack', { attemptId });
    Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  });

  if (!hasPack && items.length === 0) return null;
  return (
    <section className="paper p-6" aria-label={t('exam:switches.title')}>
      {items.length > 0 && (
        <>
          <h2 className="font-semibold">{t('exam:switches.title')}</h2>
          <p className="mt-1 text-sm text-muted">{t('exam:switches.hint')}</p>
          <ol className="mt-4 flex flex-col divide-y divide-base-300">
            {items.map((item) => (
              <ExamSwitch
                key={item.id}
                {...{ item, timeZone, locale }}
                onChange={(more) =>
                  change((all) => all.map((each) => (each.id === item.id ? { ...each, ...more } : each)))
                }
              />
            ))}
          </ol>
          {hasMore && (
            <button type="button" className="btn btn-sm mt-4" disabled={isLoading} onClick={loadMore}>
              {t('exam:switches.more')}
            </button>
          )}
        </>
      )}
      {hasPack && (
        <div className={`flex flex-wrap items-center gap-3 ${items.length > 0 ? 'mt-6' : ''}`}>
          <button type="button" className="btn btn-sm btn-outline" disabled={download.isPending} onClick={download.run}>
            {t(download.isPending ? 'exam:pack.downloading' : 'exam:pack.download')}
          </button>
          <p className="text-sm text-muted">{t('exam:pack.about')}</p>
        </div>
      )}
    </section>
  );
}
