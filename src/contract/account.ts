import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { isEmail } from '#src/lib/email.ts';
import { isVisibleName, tidyName } from './rules/names.ts';
import { PHONE, PHONE_LENGTH, plainNumber } from '#src/lib/phone.ts';
import { ById, Empty, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** A mobile number in any notation; `lib/phone.ts` defines which are valid. */
export const Phone = z
  .string()
  .trim()
  .min(1, { error: 'field.phoneRequired' })
  .max(PHONE_LENGTH, { error: 'field.phone' })
  .overwrite(plainNumber)
  .regex(PHONE, { error: 'field.phone' })
  .meta({ description: '11 digits (mainland China), or `+`, country code and number', examples: ['13800000001'] });

/** An e-mail address of an account; upper and lower case are the same. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { error: 'field.emailRequired' })
  .max(254, { error: 'field.email' })
  .refine(isEmail, { error: 'field.email' });

/** Where a code is sent: one of both. `email` only while the portal sends e-mail. */
export const Recipient = z.object({ phone: Phone.optional(), email: Email.optional() });
/** The check of {@link Recipient}, for objects that contain it. */
export const hasOneRecipient = ({ phone, email }: z.output<typeof Recipient>) =>
  (phone === undefined) !== (email === undefined);
export const ONE_RECIPIENT = { error: 'field.phoneRequired', path: ['phone'] };

/** Optional input of every login method. */
export const SignIn = z.object({
  /** Consent to user agreement and privacy policy; required if the user has not accepted the current versions. */
  agreed: z.boolean().optional(),
  /** Id of a single sign-on attempt whose external identity (WeCom, DingTalk, OIDC) is to be linked to this user. */
  bind: Id.optional(),
});

/** A new session: the client stores the token in cookie ET_WEB_TOKEN; the response sets the companion cookie. */
export const Session = z.object({
  token: z.string(),
  expiresIn: z.number().meta({ description: 'seconds' }),
  enterpriseId: Id.nullable().meta({ description: 'null: logged in, but not to an enterprise' }),
});

/** Result of a proven way to log in: a session, or what else must be proven. */
export const SignedIn = Session.extend({
  token: z.string().nullable(),
  factors: z
    .array(z.enum(['totp', 'recovery']))
    .max(MAX_ITEMS.factors)
    .optional()
    .meta({ description: 'with a null token: one of these second factors completes the login (`login/second`)' }),
});

/** A code sent by SMS or e-mail. */
export const Code = z
  .string()
  .trim()
  .min(1, { error: 'field.codeRequired' })
  .max(6, { error: 'field.code' })
  .regex(/^\d{6}$/, { error: 'field.code' });

/** Of calls that end the other sessions of the user: the user knows that this leaves an exam that is open in one of them. */
export const LeavesExam = z.boolean().default(false);

/** The solution of a challenge, if one is required by an error at field `pictureCode` (docs/decisions/032, 080). */
export const Picture = z.object({
  pictureId: Id.optional(),
  pictureCode: z.string().max(20, { error: 'field.tooLong' }).optional(),
});

/** `confirm`, to the user's own phone or address, has a separate operation. */
export const SendCode = Picture.extend({
  ...Recipient.shape,
  purpose: z.enum(['login', 'reset', 'phone', 'email']),
})
  .refine(hasOneRecipient, ONE_RECIPIENT)
  .refine(({ purpose, email }) => (email === undefined ? purpose !== 'email' : purpose !== 'phone'), {
    error: 'field.invalid',
    path: ['purpose'],
  });

export const CodeSent = z.object({
  expiresIn: z.number().meta({ description: 'seconds' }),
  resendAfter: z.number().meta({ description: 'seconds until another code can be requested' }),
});

export const LoginByCode = SignIn.extend({ ...Recipient.shape, code: Code }).refine(hasOneRecipient, ONE_RECIPIENT);

export const LoginByPassword = SignIn.extend({
  ...Picture.shape,
  phone: Phone,
  password: z.string().min(1, { error: 'field.passwordRequired' }).max(128, { error: 'field.tooLong' }),
});

/** User info. */
export const UserInfo = z.object({
  id: Id,
  userName: z.string().meta({ description: 'the real name' }),
  nickname: z.string().nullable().meta({ description: 'shown with comments in place of the real name' }),
  userType: z.number().int(),
  headPortrait: z.string().nullable(),
  isAdmin: z.boolean(),
  manages: z.boolean().meta({ description: 'an administrator, or a member with a role in the back office' }),
  sex: z.number().int(),
  certificateCount: z.number().int(),
  token: z.string().nullable().meta({ description: 'the session token of the request' }),
  cartCount: z.number().int().meta({ description: 'number of courses in the cart' }),
  enterpriseId: Id,
  enterpriseName: z.string(),
  department: z.string().nullable(),
  post: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'masked: 138****0001' }),
  hasPassword: z.boolean(),
  passwordChangedAt: Instant.nullable(),
});

export const PersonName = z
  .string()
  .max(200, { error: 'field.tooLong' })
  .refine(isVisibleName, { error: 'field.invalid' })
  .overwrite(tidyName)
  .max(40, { error: 'field.tooLong' });

/**
 * Profile fields that users can change; absent fields are unchanged. Department and post are maintained by the
 * enterprise.
 */
export const UpdateUser = z.object({
  userName: PersonName.min(1, { error: 'field.nameRequired' })
    .optional()
    .meta({ description: 'the real name; a new value becomes a request, which an administrator decides' }),
  nickname: z
    .union([z.literal('').transform(() => null), z.null(), PersonName])
    .optional()
    .meta({ description: 'shown with comments; null or empty: the real name is shown' }),
  sex: z.union([z.literal(1), z.literal(2)], { error: 'field.invalid' }).optional(),
  email: z
    .union(
      [
        z.literal('').transform(() => null),
        z.null(),
        z.email({ error: 'field.email' }).max(254, { error: 'field.tooLong' }),
      ],
      { error: 'field.email' },
    )
    .optional(),
  headPortraitFileId: Id.nullable()
    .optional()
    .meta({ description: 'a picture uploaded by the user with use `avatar`; null removes the picture' }),
});

/** One of a user's sessions. */
export const SessionInfo = z.object({
  id: Id,
  current: z.boolean().meta({ description: 'the session of this request' }),
  kind: z.enum(['desktop', 'phone', 'tablet']),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  place: z.string().nullable().meta({ description: 'country of the address in the viewer’s language; null: unknown' }),
  way: z.string().meta({ description: 'password, code, passkey, wecom, dingtalk, oidc, handoff, company or terminal' }),
  enterpriseName: z.string().nullable(),
  gmtCreate: Instant,
  lastUsedAt: Instant.meta({ description: 'accurate to five minutes' }),
});

/** A sign-in to an enterprise, or a try that was refused. */
export const SignInEntry = z.object({
  id: Id,
  outcome: z.enum(['opened', 'refused', 'factorRefused']).meta({
    description: 'refused: a wrong password, code or the like; factorRefused: a wrong code of the second factor',
  }),
  way: z.string().nullable(),
  factor: z.string().nullable().meta({ description: 'the second factor that was proven, or refused' }),
  kind: z.enum(['desktop', 'phone', 'tablet']).nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  isNew: z.boolean().meta({ description: 'the first sign-in from this kind of device, browser and system in 90 days' }),
  address: z.string().nullable().meta({ description: 'the network: `203.0.*.*`' }),
  place: z.string().nullable().meta({ description: 'country of the address in the viewer’s language; null: unknown' }),
  gmtCreate: Instant,
});

/** A text that a user has accepted, with the time. */
export const Consent = z.object({
  code: z.string(),
  title: z.string(),
  version: z.number().int(),
  gmtCreate: Instant,
});

export const account = define({
  'POST /user/api/user/info/login/pwd': {
    summary: 'Log in with phone and password; the client stores the token in cookie ET_WEB_TOKEN for one day',
    auth: 'public',
    input: LoginByPassword,
    data: SignedIn,
  },
  'POST /user/api/user/info/login/verification/code': {
    summary:
      'Log in with a code sent by SMS or e-mail; an unknown phone number creates an account without an enterprise',
    auth: 'public',
    input: LoginByCode,
    data: SignedIn,
  },
  'POST /user/api/user/info/send/verification/code': {
    summary: 'Send a code by SMS or e-mail; purposes `phone` and `email`, for a new one, require a session',
    auth: 'public',
    input: SendCode,
    data: CodeSent,
  },
  'POST /user/auth/user/info/send/verification/code': {
    summary: 'Send a code with purpose `confirm` to the user’s own phone or e-mail address',
    auth: 'member',
    input: Picture,
    data: CodeSent,
  },
  'GET /user/api/user/info/get/image/verification/code': {
    summary:
      'Get a challenge, valid once, for five minutes; `pictureCode` is the number found, or the digits seen or heard',
    auth: 'public',
    input: z.object({ kind: z.enum(['work', 'picture', 'audio']).default('work') }),
    data: z.object({
      id: Id,
      challenge: z.string().meta({
        description: '`work`: hexadecimal SHA-256 of the id, a colon and the number to find; otherwise empty',
      }),
      maxNumber: z.number().int().meta({ description: '`work`: maximum of the number; the minimum is 0' }),
      picture: z.string().nullable().meta({ description: '`picture`: six digits as a `data:` URL of a PNG' }),
      audio: z
        .string()
        .nullable()
        .meta({ description: '`audio`: six digits, spoken in the language; base64 of a WAV' }),
      expiresIn: z.number().meta({ description: 'seconds' }),
    }),
  },
  'PUT /user/auth/user/info/logout': {
    summary: 'End the current session',
    auth: 'member',
    input: Empty,
    data: Empty,
  },
  'GET /user/auth/enterprise/user/info/current/view': {
    summary: 'Get the user’s profile in this enterprise',
    auth: 'enterprise',
    input: Empty,
    data: UserInfo,
  },
  'PUT /user/auth/enterprise/user/info/update': {
    summary:
      'Update the user’s nickname, sex, e-mail address or picture in this enterprise, or request a new real name',
    auth: 'enterprise',
    input: UpdateUser,
    data: UserInfo,
  },
  'GET /user/auth/user/info/session/list': {
    summary: 'List the user’s valid sessions in all enterprises: the current one first, then by last use',
    auth: 'member',
    input: Empty,
    data: z.array(SessionInfo).max(MAX_ITEMS.sessions),
  },
  'DELETE /user/auth/user/info/session/end': {
    summary: 'End one of the user’s sessions',
    auth: 'member',
    input: ById,
    data: Empty,
  },
  'DELETE /user/auth/user/info/session/end/others': {
    summary: 'End all sessions of the user except the current one',
    auth: 'member',
    input: Empty,
    data: z.object({ count: z.number().int() }),
  },
  'POST /user/auth/user/info/sign-in/page': {
    summary:
      'List the sign-ins of the user to this enterprise in the last 90 days, and refused tries, the latest first',
    auth: 'enterprise',
    input: paged(),
    data: page(SignInEntry),
  },
  'GET /user/auth/user/info/consent/list': {
    summary: 'List the agreement and privacy texts that the user has accepted in this enterprise, latest first',
    auth: 'member',
    input: Empty,
    data: z.array(Consent).max(MAX_ITEMS.consents),
  },
});
