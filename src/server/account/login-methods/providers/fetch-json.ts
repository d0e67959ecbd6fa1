import { ProviderError } from './provider.ts';

/** Timeout of a request to a provider. */
const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Calls a JSON API at an address that the operator has configured (WeCom, DingTalk). Redirects are rejected.
 * @returns the body with any status, because both providers report errors in the body
 * @throws ProviderError `unreachable`; its message contains neither URL nor parameters, which hold secrets
 */
export async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<{ ok: boolean; body: Partial<T> }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
    return { ok: answer.ok, body: (await answer.json()) as Partial<T> };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    throw new ProviderError('unreachable', cause?.code ?? name);
  }
}
