import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useT } from '#src/i18n/island.tsx';
import { plainDigits } from '#src/lib/phone.ts';
import type { Challenge } from './solve-challenge.ts';

const PICTURE = 'GET /user/api/user/info/get/image/verification/code';

type Answer = { pictureId?: string; pictureCode?: string };
/** A code that the user reads or hears and types, in place of the computation. */
type Shown = { id: string; kind: 'picture' | 'audio'; url: string };

export type Proof = {
  /** Makes a call with the answer that it needs. */
  attempt: <T>(call: (answer: Answer) => Promise<T>) => Promise<T>;
  /** Whether the server has required a check. */
  isNeeded: boolean;
  /** The code that the user has chosen; null: the browser computes. */
  shown: Shown | null;
  choose: (kind: 'work' | 'picture' | 'audio') => Promise<void>;
  /** Whether there is a field `pictureCode`, also if it is not rendered yet. */
  hasField: () => boolean;
  /** Of the field `pictureCode`. */
  input: RefObject<HTMLInputElement | null>;
};

/**
 * Makes calls for which the server requires a check after suspicious attempts: the browser computes a proof of work and shows
 * a message, or the user has chosen a picture or spoken code (ProofField.tsx). Once it was required, later attempts of the form
 * include it.
 * @param onWork called with the message to show during the computation
 */
export function useProof(onWork: (text: string) => void): Proof {
  const t = useT();
  const [isNeeded, setNeeded] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  // `attempt` may be an older one, of the rendering in which the form was submitted.
  const state = useRef({ isNeeded: false, shown: null as Shown | null });
  const input = useRef<HTMLInputElement>(null);
  const show = (next: Shown | null) => {
    release(state.current.shown);
    state.current.shown = next;
    if (input.current) input.current.value = '';
    setShown(next);
  };
  const releaseLast = useEffectEvent(() => release(state.current.shown));
  useEffect(() => () => releaseLast(), []);

  const load = async (kind: Shown['kind'], options = {}) => {
    const { id, picture, audio } = await api(PICTURE, { kind }, options);
    show({ id, kind, url: picture ?? soundUrl(audio ?? '') });
  };

  const prove = async (): Promise<Answer> => {
    onWork(t('account:code.working'));
    const challenge = await api(PICTURE, {}, { _No_dispose: true });
    const pictureCode = await solveAside(challenge).catch(async () => {
      // No worker, e.g. in a browser with restrictions: the user can still answer.
      await load('picture', { _No_dispose: true });
      throw wrong(t('account:picture.noWork'));
    });
    if (pictureCode === null) throw new ApiError(0, '');
    onWork('');
    return { pictureId: challenge.id, pictureCode };
  };

  const withCode = async <T>({ id, kind }: Shown, call: (answer: Answer) => Promise<T>): Promise<T> => {
    const pictureCode = plainDigits(input.current?.value ?? '');
    if (!pictureCode) throw wrong(t('account:picture.required'));
    try {
      return await call({ pictureId: id, pictureCode });
    } catch (error) {
      // The answer used the code up, rightly or not, unless the server was not reached or refused all calls.
      const isUsed = error instanceof ApiError && ![0, 429, 503].includes(error.code);
      if (isUsed) await load(kind, { _No_dispose: true }).catch(() => show(null));
      throw error;
    }
  };

  const attempt: Proof['attempt'] = async (call) => {
    if (!state.current.isNeeded) {
      try {
        return await call({});
      } catch (error) {
        if (!(error instanceof ApiError) || !error.fields.pictureCode) throw error;
        state.current.isNeeded = true;
        setNeeded(true);
      }
    }
    const chosen = state.current.shown;
    if (!chosen) return call(await prove());
    const answer = await withCode(chosen, call);
    // A code counts once: the next attempt of the form computes, unless the user chooses another one.
    show(null);
    return answer;
  };

  return {
    ...{ attempt, isNeeded, shown, input },
    choose: async (kind) => {
      if (kind === 'work') show(null);
      else await load(kind);
    },
    hasField: () => state.current.shown !== null,
  };
}

const wrong = (message: string) => new ApiError(422, message, [{ field: 'pictureCode', message }]);

const release = (shown: Shown | null) => {
  if (shown?.kind === 'audio') URL.revokeObjectURL(shown.url);
};

/** As a `blob:` URL: the Content-Security-Policy allows no `data:` for sound. */
function soundUrl(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
}

/** In a worker, so that the page stays responsive. Rejects where there are no workers. @returns null without a solution */
async function solveAside({ id, challenge, maxNumber }: Challenge): Promise<string | null> {
  const worker = new Worker(new URL('./solve-in-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the worker does not run')));
    worker.postMessage({ id, challenge, maxNumber });
  }).finally(() => worker.terminate());
}
