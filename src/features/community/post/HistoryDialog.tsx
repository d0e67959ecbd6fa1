import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';

type Props = { id: string; timeZone: string; onClose: () => void };

const LOOK = { added: 'bg-success/15 no-underline', removed: 'bg-error/15 line-through' };

/** Edits of a post, newest first: who, when, why, and what changed. */
export function HistoryDialog({ id, timeZone, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const versions = useCall('GET /community/auth/post/version/list', { id });
  return (
    <ActionDialog title={t('posts:view.history')} onClose={onClose}>
      <LoadState query={versions}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t('posts:view.noVersions')}</p>
          ) : (
            <ol className="flex flex-col gap-4 overflow-y-auto" tabIndex={-1}>
              {list.map(({ revision, editor, gmtCreate, reason, changes }) => (
                <li key={revision} className="rounded-box border border-base-300 p-4">
                  <p className="text-sm text-muted">
                    {t('posts:view.versionBy', {
                      name: editor.userName || t('posts:card.anonymous'),
                      time: dateTimeText(gmtCreate, timeZone, locale),
                    })}
                  </p>
                  {reason && <p className="mt-1 text-sm">{t('posts:view.reason', { reason })}</p>}
                  <p className="mt-2 leading-relaxed break-words whitespace-pre-line" dir="auto">
                    {changes.length === 0 && t('posts:view.firstVersion')}
                    {changes.map(({ text, change }, position) =>
                      change === 'same' ? (
                        <span key={position}>{text}</span>
                      ) : change === 'added' ? (
                        <ins key={position} className={LOOK.added}>
                          <span className="sr-only">{t('posts:view.added')}</span>
                          {text}
                        </ins>
                      ) : (
                        <del key={position} className={LOOK.removed}>
                          <span className="sr-only">{t('posts:view.removed')}</span>
                          {text}
                        </del>
                      ),
                    )}
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </LoadState>
    </ActionDialog>
  );
}
