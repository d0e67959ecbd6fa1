import { useEffect } from 'react';
import { api } from '#src/client/api.ts';
import { whenSeen } from '#src/client/when-seen.ts';

/**
 * Tells the server which decisions are shown to their applicant. They stay marked as new on the screen; when telling fails,
 * they stay new on the server too, and the next panel that shows them tells it again.
 * @param ids of requests
 */
export function useSeen(ids: string[]): void {
  const list = ids.join();
  useEffect(() => {
    if (!list) return;
    whenSeen(
      () => void api('PUT /user/auth/flow/instance/see', list.split(','), { _No_dispose: true }).catch(() => undefined),
    );
  }, [list]);
}
