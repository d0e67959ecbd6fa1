import { useEffect } from 'react';
import { api } from '#src/client/api.ts';
import { whenVisible } from '#src/client/when-visible.ts';

/**
 * Marks decisions as seen by their applicant on the server. On the screen they stay marked as new; if the call fails,
 * the next panel that shows them tries again.
 * @param ids of requests
 */
export function useSeen(ids: string[]): void {
  const list = ids.join();
  useEffect(() => {
    if (!list) return;
    whenVisible(
      () => void api('PUT /user/auth/flow/instance/see', list.split(','), { _No_dispose: true }).catch(() => undefined),
    );
  }, [list]);
}
