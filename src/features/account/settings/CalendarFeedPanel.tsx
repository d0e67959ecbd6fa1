import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';

const FEED = 'GET /user/auth/calendar/feed/view';

/** The secret address of the user's dates: made, changed and stopped here; it is shown only when it is made. */
export function CalendarFeedPanel({ timeZone }: { timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const state = useCall(FEED, {});
  const [url, setUrl] = useState<string | null>(null);
  const renewing = useRef<HTMLDialogElement>(null);
  const revoking = useRef<HTMLDialogElement>(null);
  const make = useAction(async () => {
    setUrl((await api('POST /user/auth/calendar/feed/renew', {})).url);
    notify(t('account:feed.made'), 'success');
    invalidate(FEED);
  });
  const revoke = useAction(async () => {
    await api('DELETE /user/auth/calendar/feed/revoke');
    setUrl(null);
    notify(t('account:feed.revoked'), 'success');
    invalidate(FEED);
  });
  const isBusy = make.isPending || revoke.isPending;
  return (
    <section className="paper" aria-labelledby="feed-title">
      <div className="border-b border-base-300 px-4 py-3 sm:px-6">
        <h2 id="feed-title" className="font-semibold">
          {t('account:feed.title')}
        </h2>
        <p className="text-sm text-muted">{t('account:feed.hint')}</p>
      </div>
      <LoadState query={state} lines={2}>
        {({ feed }) => (
          <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
            {url && <Address url={url} />}
            <p className="text-sm text-muted">
              {feed
                ? `${t('account:feed.since', { date: dateTimeText(feed.createdAt, timeZone, locale) })} · ${
                    feed.lastReadAt
                      ? t('account:feed.lastRead', { date: dateTimeText(feed.lastReadAt, timeZone, locale) })
                      : t('account:feed.neverRead')
                  }`
                : t('account:feed.none')}
            </p>
            <div className="flex flex-wrap gap-2">
              <button
                type="button"
                className={`btn btn-sm ${feed ? '' : 'btn-primary'}`}
                disabled={!hydrated}
                aria-disabled={isBusy}
                onClick={() => (feed ? renewing.current?.showModal() : void make.run())}
              >
                {t(feed ? 'account:feed.renew' : 'account:feed.make')}
              </button>
              {feed && (
                <button
                  type="button"
                  className="btn btn-sm"
                  disabled={!hydrated}
                  aria-disabled={isBusy}
                  onClick={() => revoking.current?.showModal()}
                >
                  {t('account:feed.revoke')}
                </button>
              )}
            </div>
          </div>
        )}
      </LoadState>
      <ConfirmDialog
        ref={renewing}
        title={t('account:feed.confirm.renew.title')}
        text={t('account:feed.confirm.renew.text')}
        action={t('account:feed.confirm.renew.yes')}
        onConfirm={() => void make.run()}
      />
      <ConfirmDialog
        ref={revoking}
        title={t('account:feed.confirm.revoke.title')}
        text={t('account:feed.confirm.revoke.text')}
        action={t('account:feed.confirm.revoke.yes')}
        isDestructive
        onConfirm={() => void revoke.run()}
      />
    </section>
  );
}

function Address({ url }: { url: string }) {
  const t = useT();
  const copy = useAction(async () => {
    await navigator.clipboard.writeText(url);
    notify(t('account:feed.copied'), 'success');
  });
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        <span className="text-sm font-medium">{t('account:feed.address')}</span>
        <input
          className="input input-sm w-full font-mono"
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" onClick={() => void copy.run()}>
          {t('account:feed.copy')}
        </button>
        <a className="btn btn-sm" href={url.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" className="size-4" />
          {t('account:feed.open')}
        </a>
      </div>
      <p className="text-sm">{t('account:feed.secret')}</p>
    </div>
  );
}
