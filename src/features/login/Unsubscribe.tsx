import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { NOTICE_SETTINGS_PATH } from '#src/contract/rules/notice.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

const VIEW = 'POST /user/api/notice/unsubscribe/view';
type Props = {
  token: string;
  /** What the link is for, read by the server; null: it is not valid. */
  given: Given | null;
};

/**
 * Turns e-mails of groups off, and on again, for who has got one. A button and not the link itself: programs that look for harmful links open
 * every one in an e-mail.
 */
export default island<Props>(function Unsubscribe({ token, given }) {
  const t = useT();
  if (!given) return <p className="alert alert-warning">{t('errors:unsubscribeUnknown')}</p>;
  return (
    <GivenContext value={given}>
      <UnsubscribeChoice token={token} />
    </GivenContext>
  );
});

function UnsubscribeChoice({ token }: { token: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const found = useCall(VIEW, { token });
  const save = useAction(async (on: boolean) => {
    await api('POST /user/api/notice/unsubscribe/save', { token, on }, { _No_dispose: true });
    invalidate(VIEW);
  });
  return (
    <LoadState query={found} lines={4}>
      {({ groups, isOn, isRequired }) => {
        const name = groups.map((group) => t(`notice:group.${group}`)).join(t('notice:unsubscribe.and'));
        const state = isRequired ? 'required' : isOn ? 'on' : 'off';
        return (
          <div className="flex flex-col items-start gap-6">
            <p role="status">{t(`notice:unsubscribe.${state}`, { group: name })}</p>
            {!isRequired && (
              <button
                type="button"
                className={isOn ? 'btn btn-primary' : 'btn'}
                disabled={!hydrated}
                aria-disabled={save.isPending}
                onClick={() => void save.run(!isOn)}
              >
                {t(isOn ? 'notice:unsubscribe.turnOff' : 'notice:unsubscribe.undo')}
              </button>
            )}
            <p className="text-sm text-muted">{t('notice:unsubscribe.portal')}</p>
            <a className="link text-sm" href={href(locale, NOTICE_SETTINGS_PATH)}>
              {t('notice:unsubscribe.settings')}
            </a>
          </div>
        );
      }}
    </LoadState>
  );
}
