import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { MAX_PASSKEY_NAME } from './rules/factor.ts';
import { SignIn, SignedIn } from './account.ts';
import { Empty, Instant } from './common.ts';
import { define } from './define.ts';

/** Binary data of WebAuthn, base64url. */
const encoded = (max: number) =>
  z
    .string()
    .max(max, { error: 'field.tooLong' })
    .regex(/^[\w-]+$/, { error: 'field.invalid' });
const CredentialId = encoded(1_400);
const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}),
    response: z.object({ clientDataJSON: encoded(4_000), ...response }),
  });

/** The answer of `navigator.credentials.create`, as JSON. */
export const PasskeyMade = credential({
  attestationObject: encoded(8_000),
  transports: z.array(z.string().max(20)).max(MAX_ITEMS.factors).optional(),
});
/** The answer of `navigator.credentials.get`, as JSON. */
export const PasskeyProof = credential({
  authenticatorData: encoded(4_000),
  signature: encoded(4_000),
  userHandle: encoded(200).optional(),
});

/** Options for the browser (WebAuthn, `parseRequestOptionsFromJSON`). */
const Challenge = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key') });

/** Passkeys (docs/specification.md, section "Passkeys"). */
export const accountPasskey = define({
  'POST /user/api/user/info/login/passkey/begin': {
    summary: 'Get a challenge for a passkey; valid once, for five minutes, in this browser',
    auth: 'public',
    input: Empty,
    data: Challenge,
  },
  'POST /user/api/user/info/login/passkey': {
    summary: 'Log in with a passkey, which proves both factors',
    auth: 'public',
    input: SignIn.extend({ proof: PasskeyProof }),
    data: SignedIn,
  },
  'GET /user/auth/user/info/passkey/list': {
    summary: 'List the passkeys of the user’s account, oldest first',
    auth: 'enterprise',
    input: Empty,
    data: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          here: z.boolean().meta({ description: 'it works at this host' }),
          gmtCreate: Instant,
          lastUsedAt: Instant.nullable(),
        }),
      )
      .max(MAX_ITEMS.passkeys),
  },
  'POST /user/auth/user/info/passkey/begin': {
    summary: 'Get the options with which the browser makes a passkey',
    auth: 'enterprise',
    proof: true,
    input: Empty,
    data: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })).max(MAX_ITEMS.factors),
      timeout: z.number(),
      attestation: z.literal('none'),
      excludeCredentials: z.array(Descriptor).max(MAX_ITEMS.passkeys),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
    }),
  },
  'POST /user/auth/user/info/passkey/add': {
    summary: 'Add a passkey that the browser has made',
    auth: 'enterprise',
    proof: true,
    input: z.object({
      name: z.string().trim().min(1, { error: 'field.nameRequired' }).max(MAX_PASSKEY_NAME, { error: 'field.tooLong' }),
      made: PasskeyMade,
    }),
    data: Empty,
  },
  'DELETE /user/auth/user/info/passkey/remove': {
    summary: 'Remove a passkey of the user',
    auth: 'enterprise',
    proof: true,
    input: z.object({ id: CredentialId }),
    data: Empty,
  },
});
