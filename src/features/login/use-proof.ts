import { useRef } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Challenge } from './solve-challenge.ts';

type Answer = { pictureId?: string; pictureCode?: string };

/**
 * Makes calls for which the server requires a proof of work after suspicious attempts: the browser computes it and
 * shows a message. Once it was required, later attempts of the form include it.
 * @param onWork called with the message to show during the computation
 */
export function useProof(onWork: (text: string) => void) {
  const t = useT();
  const needed = useRef(false);

  const prove = async (): Promise<Answer> => {
    onWork(t('account:code.working'));
    const challenge = await api('GET /user/api/user/info/get/image/verification/code', {}, { _No_dispose: true });
    const pictureCode = await solveAside(challenge);
    onWork('');
    return { pictureId: challenge.id, pictureCode };
  };

  return async function attempt<T>(call: (answer: Answer) => Promise<T>): Promise<T> {
    if (!needed.current) {
      try {
        return await call({});
      } catch (error) {
        if (!(error instanceof ApiError) || !error.fields.pictureCode) throw error;
        needed.current = true;
      }
    }
    return call(await prove());
  };
}

/** In a worker, so that the page stays responsive. */
function solveAside({ id, challenge, maxNumber }: Challenge): Promise<string> {
  const worker = new Worker(new URL('./solve-in-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    const fail = () => reject(new ApiError(0, ''));
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) =>
      data === null ? fail() : resolve(data),
    );
    worker.addEventListener('error', fail);
    worker.postMessage({ id, challenge, maxNumber });
  }).finally(() => worker.terminate());
}
