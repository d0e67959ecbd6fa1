import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { isCancelled, type PasskeyProof } from './passkey.ts';

/** A challenge is renewed this long before it expires, milliseconds. */
const MARGIN = 30_000;

/**
 * Lets the browser offer the passkeys of this host in the field whose `autocomplete` contains `webauthn`, until one is used or asked for with the
 * button, or what one answered is refused. A challenge that expires is replaced, once somebody looks at the page.
 * @param onProof sends what the passkey answered, and shows why it was refused. @throws ApiError
 */
export async function suggestPasskeys(
  onProof: (proof: PasskeyProof) => Promise<void>,
  ended: AbortSignal,
): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  ended.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  while (!ended.aborted) {
    let isExpired = false;
    let renewal: ReturnType<typeof setTimeout> | undefined;
    try {
      const optionsJSON = await api('POST /user/api/user/info/login/passkey/begin', {}, { _No_dispose: true });
      if (ended.aborted) return;
      renewal = setTimeout(() => {
        isExpired = true;
        WebAuthnAbortService.cancelCeremony();
      }, optionsJSON.timeout - MARGIN);
      await onProof((await startAuthentication({ optionsJSON, useBrowserAutofill: true })) as PasskeyProof);
    } catch (error) {
      // The button asks by itself; and it is there without a challenge, e.g. after too many.
      if (!isExpired && (isCancelled(error) || error instanceof ApiError)) return;
      if (!isExpired) throw error;
    } finally {
      clearTimeout(renewal);
    }
    await visible(ended);
  }
}

/** Resolves once the page is looked at. */
function visible(ended: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const options = { once: true, signal: ended };
    document.addEventListener('visibilitychange', () => resolve(), options);
    ended.addEventListener('abort', () => resolve(), { once: true });
  });
}
