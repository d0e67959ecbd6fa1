import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { hasUsedPasskey, type PasskeyProof } from './passkey.ts';

/**
 * Offers the passkeys of this browser in the phone field, if one was used here before: others load no library and take no challenge.
 * @param enter logs in with what a passkey answered
 * @param onError shows why that was refused
 * @returns ends it, before the user is asked for a passkey: a browser can do one of both, and the later one ends the earlier
 */
export function usePasskeySuggestion(
  enter: (proof: PasskeyProof) => Promise<void>,
  onError: (error: ApiError) => void,
): () => void {
  const running = useRef<AbortController>(null);
  const use = useEffectEvent(async (proof: PasskeyProof) => {
    try {
      await enter(proof);
    } catch (error) {
      if (error instanceof ApiError) onError(error);
      throw error;
    }
  });
  useEffect(() => {
    if (!hasUsedPasskey()) return;
    const ending = new AbortController();
    running.current = ending;
    void import('./suggest-passkeys.ts').then(({ suggestPasskeys }) => suggestPasskeys(use, ending.signal));
    return () => ending.abort();
  }, []);
  return () => running.current?.abort();
}
