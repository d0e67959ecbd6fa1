import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { LRUCache } from 'lru-cache';
import { settings } from '#src/server/core/settings.ts';
import { checkAddress, guardedFetch } from './guarded-fetch.ts';
import { nameOf, plainPhone, ProviderError, type OutsidePerson, type ProviderClient } from './provider.ts';

export type OidcClient = {
  issuer: string;
  clientId: string;
  secret: string;
  scopes: string;
  /** Claim that holds the phone number; empty: none. */
  phoneClaim: string;
  /** The enterprise vouches for its phone numbers, also without `phone_number_verified`. */
  trustPhone: boolean;
};

/** Seconds: clocks differ; a provider has to answer; how long a discovery document is believed. */
const TOLERANCE = 30;
const TIMEOUT_SECONDS = 10;
const DISCOVERY_TTL_SECONDS = 600;
const KEPT = 200;

type Known = { configuration: Promise<openid.Configuration>; until: number };
const known = new LRUCache<string, Known>({ max: KEPT });

/** Any OpenID Connect provider: discovery, authorisation code with PKCE, state, nonce and `iss`, signature checked. */
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
      { client_secret: secret, [openid.clockTolerance]: TOLERANCE },
      // What the provider says it understands; without a word of it, Basic is the standard's choice.
      (as, client, body, headers) =>
        (as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
          ? openid.ClientSecretPost(secret)
          : openid.ClientSecretBasic(secret))(as, client, body, headers),
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
    // The browser is sent there: nothing but a web address that we would call ourselves.
    if (!endpoint) throw new ProviderError('settings', 'no authorization_endpoint');
    checkAddress(new URL(endpoint), allowed);
    return configuration;
  }

  function configuration(now: Date, fresh = false): Promise<openid.Configuration> {
    const kept = known.get(key);
    if (kept && !fresh && kept.until > now.getTime()) return kept.configuration;
    const entry = { configuration: discover(), until: now.getTime() + DISCOVERY_TTL_SECONDS * 1000 };
    entry.configuration.catch(() => known.get(key) === entry && known.delete(key));
    known.set(key, entry);
    return entry.configuration;
  }

  /** Name, phone and address, from the ID token, and from UserInfo what is not there. */
  async function person(configuration: openid.Configuration, claims: openid.IDToken, accessToken: string) {
    const complete = claims.name && (!setting.phoneClaim || claims[setting.phoneClaim]);
    if (complete || !configuration.serverMetadata().userinfo_endpoint) return claims;
    return { ...(await openid.fetchUserInfo(configuration, accessToken, claims.sub)), ...claims };
  }

  return {
    authorisationUrl: ({ state, nonce, codeVerifier, redirectUri, now }) =>
      translated(async () => {
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
      translated(async (): Promise<OutsidePerson> => {
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
          // A subject is unique at its issuer only: another issuer begins with other people.
          subject: `${found.serverMetadata().issuer}|${claims.sub}`,
          displayName: nameOf(claims.name, claims.nickname, claims.preferred_username, claims.email),
          phone: setting.phoneClaim ? plainPhone(claims[setting.phoneClaim]) : null,
          phoneVerified: setting.trustPhone || claims.phone_number_verified === true,
          email: nameOf(claims.email),
        };
      }),

    async test(now) {
      await translated(() => configuration(now, true));
    },
  };
}

/** `openid` is what makes it OpenID Connect. */
function scopesOf(text: string): string {
  return [...new Set(['openid', ...text.split(/[\s,]+/).filter(Boolean)])].join(' ');
}

async function translated<T>(fn: () => Promise<T>): Promise<T> {
  try {
    return await fn();
  } catch (error) {
    throw error instanceof ProviderError ? error : told(error as Error & { code?: string });
  }
}

/** What went wrong in one of our words; the library wraps what the connection said. */
function told(error: Error & { code?: string; cause?: unknown }): ProviderError {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause;
  if (error instanceof openid.ResponseBodyError)
    return new ProviderError(error.error === 'invalid_grant' ? 'refused' : 'settings', error.error);
  if (error instanceof openid.AuthorizationResponseError) return new ProviderError('refused', error.error);
  const detail = error.code ?? error.name;
  // Refused by the library: signature, nonce, issuer, audience, expiry.
  return new ProviderError(
    /^OAUTH_(INVALID|JWT|RESPONSE_IS_NOT|MISSING)|JWT/.test(detail) ? 'refused' : 'unreachable',
    detail,
  );
}
