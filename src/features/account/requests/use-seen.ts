import { useEffect } from 'react';
import { api } from '#src/client/api.ts';
import { whenVisible } from '#src/client/when-visible.ts';

/**
 * Marks decisions as seen by their applicant, or changes of certificates as seen by their holder, on the server. On the
 * screen they stay marked as new; if the call fails, the next panel that shows them tries again.
 * @param ids of requests or certificates
 */
export function useSeen(
  call: 'PUT /user/auth/flow/instance/see' | 'PUT /course/auth/user/certificate/see',
  ids: string[],
): void {
  const list = ids.join();
  useEffect(() => {
    if (!list) return;
    whenVisible(() => void api(call, list.split(','), { _No_dispose: true }).catch(() => undefined));
  }, [call, list]);
}
