import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { LRUCache } from 'lru-cache';
import { settings } from '#src/server/core/settings.ts';
import { checkSecret } from './check-secret.ts';
import { checkAddress, guardedFetch } from './guarded-fetch.ts';
import { nameOf, plainPhone, ProviderError, type ProviderUser, type ProviderClient } from './provider.ts';

export type OidcClient = {
  issuer: string;
  clientId: string;
  secret: string;
  scopes: string;
  /** Claim that holds the phone number; empty: none. */
  phoneClaim: string;
  /** The enterprise guarantees its phone numbers, also without `phone_number_verified`. */
  trustPhone: boolean;
};

/** Tolerated clock difference, timeout of a request, lifetime of a cached discovery document. */
const CLOCK_TOLERANCE_SECONDS = 30;
const TIMEOUT_SECONDS = 10;
const DISCOVERY_TTL_SECONDS = 600;
const MAX_CACHED_DISCOVERIES = 200;

type CachedDiscovery = { configuration: Promise<openid.Configuration>; expiresAt: number };
const discoveries = new LRUCache<string, CachedDiscovery>({ max: MAX_CACHED_DISCOVERIES });

/**
 * Client of any OpenID Connect provider: discovery, authorisation code with PKCE, state, nonce and `iss`; verifies
 * signatures.
 */
export function oidc(setting: OidcClient): ProviderClient {
  const { issuer, clientId, secret } = setting;
  const key = createHash('sha256')
    .update(JSON.stringify([issuer, clientId, secret]))
    .digest('base64');

  async function discover(): Promise<openid.Configuration> {
    const allowed = settings().oidcIssuers;
    const server = new URL(issuer);
    checkAddress(server, allowed);
    const configuration = await openid.discovery(
      server,
      clientId,
      { client_secret: secret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authentication(secret),
      {
        [openid.customFetch]: guardedFetch(allowed),
        timeout: TIMEOUT_SECONDS,
        execute: [
          openid.enableNonRepudiationChecks,
          ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    const { authorization_endpoint: endpoint } = configuration.serverMetadata();
    // The browser is redirected there, so the same rules apply as for addresses that the portal calls.
    if (!endpoint) throw new ProviderError('settings', 'no authorization_endpoint');
    checkAddress(new URL(endpoint), allowed);
    return configuration;
  }

  /** The discovered provider with another client secret. */
  function withSecret(discovered: openid.Configuration, other: string): openid.Configuration {
    const client = new openid.Configuration(discovered.serverMetadata(), clientId, other, authentication(other));
    client[openid.customFetch] = guardedFetch(settings().oidcIssuers);
    client.timeout = TIMEOUT_SECONDS;
    if (issuer.startsWith('http:')) openid.allowInsecureRequests(client);
    return client;
  }

  function configuration(now: Date, fresh = false): Promise<openid.Configuration> {
    const kept = discoveries.get(key);
    if (kept && !fresh && kept.expiresAt > now.getTime()) return kept.configuration;
    const entry = { configuration: discover(), expiresAt: now.getTime() + DISCOVERY_TTL_SECONDS * 1000 };
    entry.configuration.catch(() => discoveries.get(key) === entry && discoveries.delete(key));
    discoveries.set(key, entry);
    return entry.configuration;
  }

  /** Returns the claims of the ID token, completed from UserInfo when name or phone is missing. */
  async function person(configuration: openid.Configuration, claims: openid.IDToken, accessToken: string) {
    const complete = claims.name && (!setting.phoneClaim || claims[setting.phoneClaim]);
    if (complete || !configuration.serverMetadata().userinfo_endpoint) return claims;
    return { ...(await openid.fetchUserInfo(configuration, accessToken, claims.sub)), ...claims };
  }

  return {
    authorisationUrl: ({ state, nonce, codeVerifier, redirectUri, now }) =>
      withProviderErrors(async () => {
        const url = openid.buildAuthorizationUrl(await configuration(now), {
          redirect_uri: redirectUri,
          scope: scopesOf(setting.scopes),
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      }),

    exchange: ({ code, state, iss, nonce, codeVerifier, redirectUri, now }) =>
      withProviderErrors(async (): Promise<ProviderUser> => {
        const back = new URL(redirectUri);
        back.search = new URLSearchParams({ code, state, ...(iss ? { iss } : {}) }).toString();
        const found = await configuration(now);
        const tokens = await openid.authorizationCodeGrant(found, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        });
        const claims = await person(found, tokens.claims()!, tokens.access_token);
        return {
          // A subject is unique at its issuer only.
          subject: `${found.serverMetadata().issuer}|${claims.sub}`,
          displayName: nameOf(claims.name, claims.nickname, claims.preferred_username, claims.email),
          phone: setting.phoneClaim ? plainPhone(claims[setting.phoneClaim]) : null,
          phoneVerified: setting.trustPhone || claims.phone_number_verified === true,
          email: nameOf(claims.email),
        };
      }),

    test: ({ redirectUri, now }) =>
      withProviderErrors(async () => {
        const discovered = await configuration(now, true);
        return checkSecret((other) => withSecret(discovered, other), secret, redirectUri);
      }),
  };
}

/** As the provider's metadata declares; without it, the standard's default is Basic. */
function authentication(secret: string): openid.ClientAuth {
  return (as, client, body, headers) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? openid.ClientSecretPost(secret)
      : openid.ClientSecretBasic(secret))(as, client, body, headers);
}

/** Adds the required scope `openid`. */
function scopesOf(text: string): string {
  return [...new Set(['openid', ...text.split(/[\s,]+/).filter(Boolean)])].join(' ');
}

async function withProviderErrors<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn();
  } catch (error) {
    throw error instanceof ProviderError ? error : toProviderError(error as Error & { code?: string });
  }
}

/** Maps an error of the library; it may wrap a ProviderError of the connection. */
function toProviderError(error: Error & { code?: string; cause?: unknown }): ProviderError {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause;
  if (error instanceof openid.ResponseBodyError)
    return new ProviderError(error.error === 'invalid_grant' ? 'refused' : 'settings', error.error);
  if (error instanceof openid.AuthorizationResponseError) return new ProviderError('refused', error.error);
  const detail = error.code ?? error.name;
  // Rejected by the library: signature, nonce, issuer, audience, expiry.
  return new ProviderError(
    /^OAUTH_(INVALID|JWT|RESPONSE_IS_NOT|MISSING)|JWT/.test(detail) ? 'refused' : 'unreachable',
    detail,
  );
}
