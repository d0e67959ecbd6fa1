import { ProviderError } from './provider.ts';

/** Milliseconds a provider has to answer. */
const PATIENCE = 10_000;

/**
 * One call of an interface at an address that the operator has set (WeCom, DingTalk): JSON back, redirects refused.
 * @returns the answer whatever its status: both say in the body what is wrong
 * @throws ProviderError `unreachable`; its text names neither address nor parameters, which hold secrets
 */
export async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<{ ok: boolean; body: Partial<T> }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
    return { ok: answer.ok, body: (await answer.json()) as Partial<T> };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    throw new ProviderError('unreachable', cause?.code ?? name);
  }
}
