import { useEffect } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { refreshUnread } from '#src/client/session-state.ts';
import { whenVisible } from '#src/client/when-visible.ts';
import { island } from '#src/i18n/island.tsx';

/** For a prefetched page: marks the announcement as read once the page is visible. */
export default island(function MarkRead({ id }: { id: string }) {
  useEffect(() => {
    const mark = async () => {
      try {
        await api('PUT /user/auth/announcement/user/record/batch/read', [id], { _No_dispose: true });
      } catch (error) {
        // Not requested by the user, so errors are ignored; the announcement stays unread.
        if (error instanceof ApiError) return;
        throw error;
      }
      await refreshUnread();
    };
    whenVisible(() => void mark());
  }, [id]);
  return null;
});
