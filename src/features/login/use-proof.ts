import { useRef } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Challenge } from './solve-challenge.ts';

type Answer = { pictureId?: string; pictureCode?: string };

/**
 * Makes calls for which the server wants a proof of work after suspicious tries: the browser does it by itself, and the
 * person sees that it takes a moment. Once it was wanted, the next tries of the form bring it along.
 * @param onWork told what to show while the browser works
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

/** In a thread of its own, so that the page stays alive meanwhile. */
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
