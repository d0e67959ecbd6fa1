import { useStore } from '@nanostores/react';
import { api } from '#src/client/api.ts';
import { reloadAfter } from '#src/client/reload-after.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { $unread } from '#src/client/session.store.ts';
import { refreshUnread, setUnread } from '#src/client/session-state.ts';
import { useHydrated } from '#src/client/use-live.ts';
import type { Data } from '#src/contract/calls.ts';
import { island, useT } from '#src/i18n/island.tsx';

type Unread = Data<'POST /user/auth/announcement/user/record/wait/read/count'>;

/** Marks all announcements as read that were published when `unread` was counted; hidden if none is unread. */
export function MarkAllRead({ unread, onDone }: { unread: Unread; onDone: () => void }) {
  const t = useT();
  const hydrated = useHydrated();
  const count = useStore($unread, { ssr: () => unread.count });
  const { run, isPending } = useAction(async () => {
    setUnread(0);
    try {
      await api('PUT /user/auth/announcement/user/record/all/read', { until: unread.until });
    } catch (error) {
      setUnread(count);
      throw error;
    }
    notify(t('announcement:readAllDone'), 'success');
    // Announcements published since are still unread.
    void refreshUnread();
    onDone();
  });
  if (count === 0 && !isPending) return null;
  return (
    <button
      type="button"
      disabled={!hydrated}
      aria-disabled={isPending}
      onClick={() => void run()}
      className="btn btn-ghost btn-sm"
    >
      {t('announcement:readAll')}
    </button>
  );
}

/** Delay before the reload, so that the message can be read, ms. */
const READING = 600;

/** On a page whose list the server rendered. */
export default island(function MarkAllReadOfPage({ unread }: { unread: Unread }) {
  return <MarkAllRead unread={unread} onDone={() => reloadAfter(READING)} />;
});
