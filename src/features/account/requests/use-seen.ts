import { useEffect } from 'react';
import { api } from '#src/client/api.ts';
import { whenVisible } from '#src/client/when-visible.ts';

/**
 * Tells the server which decisions are shown to their applicant. They stay marked as new on the screen; when telling fails,
 * they stay new on the server too, and the next panel that shows them tells it again.
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
