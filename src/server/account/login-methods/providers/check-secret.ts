import { randomUUID } from 'node:crypto';
import * as openid from 'openid-client';
import { ProviderError, type SecretCheck } from './provider.ts';

/**
 * Checks the client secret at the token endpoint without a login: it exchanges a code that does not exist. A provider
 * that authenticates the client first answers `invalid_client` to a wrong secret and `invalid_grant` to the right one.
 * One that looks for the code first answers `invalid_grant` to any secret, so the answer to a random secret is needed
 * to know what it means.
 * @param configure returns the client with a given secret
 * @throws ProviderError `secret` when the provider rejects the client id or secret, `settings` when the client may not
 *   use the authorisation code grant; an error of the connection
 */
export async function checkSecret(
  configure: (secret: string) => openid.Configuration,
  secret: string,
  redirectUri: string,
): Promise<SecretCheck> {
  const answer = await exchangeUnknownCode(configure(secret), redirectUri);
  if (answer === 'invalid_client') throw new ProviderError('secret', answer);
  if (answer === 'unauthorized_client') throw new ProviderError('settings', answer);
  if (answer !== 'invalid_grant') return 'unknown';
  const wrong = await exchangeUnknownCode(configure(randomUUID()), redirectUri);
  return wrong === 'invalid_client' ? 'confirmed' : 'unknown';
}

/** Returns the OAuth error code; `invalid_client` for every 401, null for an answer without one. */
async function exchangeUnknownCode(client: openid.Configuration, redirectUri: string): Promise<string | null> {
  try {
    await openid.genericGrantRequest(client, 'authorization_code', {
      code: randomUUID(),
      redirect_uri: redirectUri,
      code_verifier: openid.randomPKCECodeVerifier(),
    });
    return null;
  } catch (error) {
    if (error instanceof openid.ResponseBodyError) return error.status === 401 ? 'invalid_client' : error.error;
    if (error instanceof openid.WWWAuthenticateChallengeError && error.status === 401) return 'invalid_client';
    if (error instanceof openid.ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return null;
    throw error;
  }
}
