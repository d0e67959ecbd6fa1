import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { isVisibleName, tidyName } from '#src/lib/name-text.ts';
import { ById, Empty, Id, Instant } from './common.ts';
import { define } from './define.ts';

export const Phone = z
  .string()
  .trim()
  .min(1, { error: 'field.phoneRequired' })
  .max(11, { error: 'field.phone' })
  .regex(/^1\d{10}$/, { error: 'field.phone' });

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
  enterpriseId: Id.nullable().meta({ description: 'null: signed in, but in no enterprise' }),
});

/** An SMS code. */
export const Code = z
  .string()
  .trim()
  .min(1, { error: 'field.codeRequired' })
  .max(6, { error: 'field.code' })
  .regex(/^\d{6}$/, { error: 'field.code' });

/** The solution of a challenge, if one is required by an error at field `pictureCode` (docs/decisions/032). */
export const Picture = z.object({
  pictureId: Id.optional(),
  pictureCode: z.string().max(20, { error: 'field.tooLong' }).optional(),
});

/** `confirm`, to the user's current phone, has a separate operation. */
export const SendCode = Picture.extend({ phone: Phone, purpose: z.enum(['login', 'reset', 'phone']) });

export const CodeSent = z.object({
  expiresIn: z.number().meta({ description: 'seconds' }),
  resendAfter: z.number().meta({ description: 'seconds until the next one can be asked for' }),
});

export const LoginByCode = SignIn.extend({ phone: Phone, code: Code });

export const LoginByPassword = SignIn.extend({
  ...Picture.shape,
  phone: Phone,
  password: z.string().min(1, { error: 'field.passwordRequired' }).max(128, { error: 'field.tooLong' }),
});

/** User info (spec section 3). */
export const UserInfo = z.object({
  id: Id,
  userName: z.string().meta({ description: 'the real name' }),
  nickname: z.string().nullable().meta({ description: 'shown with comments in place of the real name' }),
  userType: z.number().int(),
  headPortrait: z.string().nullable(),
  isAdmin: z.boolean(),
  sex: z.number().int(),
  certificateCount: z.number().int(),
  cartCount: z.number().int().meta({ description: 'courses in the cart of somebody who may order' }),
  enterpriseId: Id,
  enterpriseName: z.string(),
  department: z.string().nullable(),
  post: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'masked: 138****0001' }),
  hasPassword: z.boolean(),
  passwordChangedAt: Instant.nullable(),
});

const PersonName = z
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
    .meta({ description: 'the real name; another one becomes a request, which an administrator decides' }),
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
    .meta({ description: 'an own upload of use avatar; null takes the picture away' }),
});

/** One of a user's sessions. */
export const SessionInfo = z.object({
  id: Id,
  current: z.boolean().meta({ description: 'the session of this very request' }),
  kind: z.enum(['desktop', 'phone', 'tablet']),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  place: z
    .string()
    .nullable()
    .meta({ description: 'country of the address in the viewer’s language; null: not known' }),
  way: z.string().meta({ description: 'password, code, wecom, dingtalk, oidc, handoff or company' }),
  enterpriseName: z.string().nullable(),
  gmtCreate: Instant,
  lastUsedAt: Instant.meta({ description: 'kept to five minutes' }),
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
    summary: 'Sign in with phone and password; the token goes into cookie ET_WEB_TOKEN for one day',
    auth: 'public',
    input: LoginByPassword,
    data: Session,
  },
  'POST /user/api/user/info/login/verification/code': {
    summary: 'Sign in with phone and SMS code; a new phone becomes an account in no enterprise',
    auth: 'public',
    input: LoginByCode,
    data: Session,
  },
  'POST /user/api/user/info/send/verification/code': {
    summary: 'Send a code to a phone; `phone` is for a new number and needs a session',
    auth: 'public',
    input: SendCode,
    data: CodeSent,
  },
  'POST /user/auth/user/info/send/verification/code': {
    summary: 'Send a code to one’s own present phone, for purpose `confirm`',
    auth: 'member',
    input: Picture,
    data: CodeSent,
  },
  'GET /user/api/user/info/get/image/verification/code': {
    summary: 'A proof of work in place of a picture: `pictureCode` is the number found; works once, for five minutes',
    auth: 'public',
    input: Empty,
    data: z.object({
      id: Id,
      challenge: z
        .string()
        .meta({ description: 'SHA-256, in hexadecimal digits, of the id, a colon and the number to find' }),
      maxNumber: z.number().int().meta({ description: 'the number is between 0 and this' }),
      expiresIn: z.number().meta({ description: 'seconds' }),
    }),
  },
  'PUT /user/auth/user/info/logout': {
    summary: 'End this session',
    auth: 'member',
    input: Empty,
    data: Empty,
  },
  'GET /user/auth/enterprise/user/info/current/view': {
    summary: 'The signed-in person in this enterprise',
    auth: 'enterprise',
    input: Empty,
    data: UserInfo,
  },
  'PUT /user/auth/enterprise/user/info/update': {
    summary: 'Change name, sex, e-mail address or picture of the signed-in person in this enterprise',
    auth: 'enterprise',
    input: UpdateUser,
    data: UserInfo,
  },
  'GET /user/auth/user/info/session/list': {
    summary: 'Sessions of the signed-in person that are alive, in every enterprise: this one first, then the latest',
    auth: 'member',
    input: Empty,
    data: z.array(SessionInfo).max(MAX_ITEMS.sessions),
  },
  'DELETE /user/auth/user/info/session/end': {
    summary: 'End one of one’s own sessions, at once and everywhere',
    auth: 'member',
    input: ById,
    data: Empty,
  },
  'DELETE /user/auth/user/info/session/end/others': {
    summary: 'End every session of the signed-in person but this one',
    auth: 'member',
    input: Empty,
    data: z.object({ count: z.number().int() }),
  },
  'GET /user/auth/user/info/consent/list': {
    summary: 'Agreement and privacy texts that the signed-in person accepted in this enterprise, the latest first',
    auth: 'member',
    input: Empty,
    data: z.array(Consent).max(MAX_ITEMS.consents),
  },
});
