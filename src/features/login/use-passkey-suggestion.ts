import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { hasUsedPasskey, type PasskeyProof } from './passkey.ts';

/**
 * Offers the passkeys of this browser in the phone field, if one was used here before: others load no library and take no challenge.
 * @param enter logs in with what a passkey answered
 * @param onError shows why that was refused
 */
export function usePasskeySuggestion(
  enter: (proof: PasskeyProof) => Promise<void>,
  onError: (error: ApiError) => void,
): void {
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
    void import('./suggest-passkeys.ts').then(({ suggestPasskeys }) => suggestPasskeys(use, ending.signal));
    return () => ending.abort();
  }, []);
}
