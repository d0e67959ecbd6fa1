import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import type { Input } from '#src/contract/calls.ts';

export type PasskeyProof = Input<'POST /user/api/user/info/login/passkey'>['proof'];

/** Whether this browser can use passkeys here: only with https or on this machine, and never at a network address. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && /[a-z]$/i.test(location.hostname);

/** In `localStorage`: this browser has used a passkey here. */
const USED = 'passkeyUsed';
/** Remembers that this browser has a passkey for this host: the login page then suggests it. */
export const rememberPasskey = (): void => localStorage.setItem(USED, '1');
/** Whether a passkey was used here: only then the login page takes a challenge before it is asked to. */
export const hasUsedPasskey = (): boolean => hasPasskeys() && localStorage.getItem(USED) !== null;

/**
 * Asks the user for a passkey of this host. The library is loaded for it.
 * @returns what it answers to a new challenge; null when the user has cancelled
 * @throws ApiError
 */
export async function askForPasskey(): Promise<PasskeyProof | null> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([
    api('POST /user/api/user/info/login/passkey/begin', {}, { _No_dispose: true }),
    import('@simplewebauthn/browser'),
  ]);
  try {
    const proof = (await startAuthentication({ optionsJSON })) as PasskeyProof;
    rememberPasskey();
    return proof;
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  }
}

/** The user has closed the dialog of the browser, or its time is over: nothing that must be said. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError) && ['NotAllowedError', 'AbortError'].includes(error.name);
