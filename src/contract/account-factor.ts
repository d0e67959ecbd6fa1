import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Code, LeavesExam, Session } from './account.ts';
import { PasskeyProof } from './account-passkey.ts';
import { Empty, Instant } from './common.ts';
import { define } from './define.ts';
import { RECOVERY_CODE, plainRecoveryCode } from './rules/factor.ts';

/** A code of the authenticator app, or a recovery code in any notation. */
const FactorCode = z
  .string()
  .trim()
  .min(1, { error: 'field.codeRequired' })
  .max(30, { error: 'field.code' })
  .overwrite(plainRecoveryCode);
const matchesWay = ({ way, code }: { way: string; code: string }) =>
  way === 'recovery' ? RECOVERY_CODE.test(code) : /^\d{6}$/.test(code);
const WRONG_FORM = { error: 'field.code', path: ['code'] };

export const ProveFactor = z
  .object({ way: z.enum(['totp', 'recovery']), code: FactorCode })
  .refine(matchesWay, WRONG_FORM);

export const ProveAgain = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('password'),
    password: z.string().min(1, { error: 'field.passwordRequired' }).max(128, { error: 'field.tooLong' }),
  }),
  z
    .object({ way: z.literal('code'), code: Code })
    .meta({ description: 'a code sent to the user’s own phone or address (purpose `confirm`)' }),
  z.object({ way: z.literal('totp'), code: FactorCode }).refine(matchesWay, WRONG_FORM),
  z.object({ way: z.literal('recovery'), code: FactorCode }).refine(matchesWay, WRONG_FORM),
  z.object({ way: z.literal('passkey'), proof: PasskeyProof }),
]);

const RecoveryCodes = z
  .array(z.string())
  .max(MAX_ITEMS.recoveryCodes)
  .meta({ description: 'shown once: only their hashes are stored' });

/** Second factors of the account, and the second step of a sign-in (docs/specification.md, section "Second factor"). */
export const accountFactor = define({
  'POST /user/api/user/info/login/second': {
    summary: 'Complete the sign-in of this browser that waits for a second factor',
    auth: 'public',
    input: ProveFactor,
    data: Session,
  },
  'GET /user/auth/user/info/factor/view': {
    summary: 'Get the second factor of the user’s account, and how the user can prove again who they are',
    auth: 'member',
    input: Empty,
    data: z.object({
      totpSince: Instant.nullable().meta({ description: 'null: no authenticator app is set up' }),
      codesLeft: z.number().int().meta({ description: 'recovery codes that have not been used' }),
      proven: z.boolean().meta({ description: 'the user has proven within the last ten minutes who they are' }),
      proofs: z
        .array(z.enum(['password', 'code', 'totp', 'recovery', 'passkey']))
        .max(MAX_ITEMS.factors)
        .meta({ description: 'empty: a new sign-in is the only proof' }),
      duty: z
        .enum(['later', 'roles', 'all'])
        .nullable()
        .meta({ description: 'what the enterprise requires and this session lacks; null: nothing' }),
      dutyFrom: Instant.nullable().meta({
        description: 'from when on a second factor is required; null: it is already',
      }),
      codeTo: z.string().nullable().meta({ description: 'where codes with purpose `confirm` go, masked' }),
    }),
  },
  'POST /user/auth/user/info/factor/prove': {
    summary: 'Prove again who the user is, which is valid for ten minutes in this session',
    auth: 'member',
    input: ProveAgain,
    data: Empty,
  },
  'POST /user/auth/user/info/totp/begin': {
    summary: 'Get a new secret for an authenticator app; it is used once a code of it was entered',
    auth: 'member',
    proof: true,
    input: Empty,
    data: z.object({
      uri: z.string().meta({ description: '`otpauth:` URI, for a QR code' }),
      secret: z.string().meta({ description: 'the secret in Base32, for typing' }),
      ticket: z.string().meta({ description: 'for `totp/confirm`; valid for ten minutes in this session' }),
    }),
  },
  'POST /user/auth/user/info/totp/confirm': {
    summary: 'Set up the authenticator app with a code of it, in place of an earlier one; makes new recovery codes',
    auth: 'member',
    proof: true,
    input: z.object({ ticket: z.string().min(1).max(1000), code: Code, leavesExam: LeavesExam }),
    data: z.object({ recoveryCodes: RecoveryCodes }),
  },
  'DELETE /user/auth/user/info/totp/remove': {
    summary: 'Remove the authenticator app and its recovery codes: sign-ins need no second factor any more',
    auth: 'member',
    proof: true,
    input: Empty,
    data: Empty,
  },
  'POST /user/auth/user/info/recovery/renew': {
    summary: 'Make new recovery codes, which replace the earlier ones',
    auth: 'member',
    proof: true,
    input: Empty,
    data: z.object({ recoveryCodes: RecoveryCodes }),
  },
});
