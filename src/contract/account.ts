import { z } from 'zod';
import { Empty, Id } from './common.ts';
import { define } from './define.ts';

export const Phone = z
  .string()
  .trim()
  .min(1, { error: 'field.phoneRequired' })
  .regex(/^1\d{10}$/, { error: 'field.phone' });

/** What every way to sign in may carry. */
export const SignIn = z.object({
  /** Agreement and privacy are accepted; asked for when a version is new to the person. */
  agreed: z.boolean().optional(),
  /** Id of an attempt whose outside identity (WeCom, DingTalk, OIDC) is to be linked to this person. */
  bind: Id.optional(),
});

/** A new session: the token goes into cookie ET_WEB_TOKEN; its companion cookie comes with the answer. */
export const Session = z.object({
  token: z.string(),
  expiresIn: z.number().meta({ description: 'seconds' }),
  enterpriseId: Id.nullable().meta({ description: 'null: signed in, but in no enterprise' }),
});

export const LoginByPassword = SignIn.extend({
  phone: Phone,
  password: z.string().min(1, { error: 'field.passwordRequired' }).max(128, { error: 'field.tooLong' }),
});

/** User info (spec section 3). */
export const UserInfo = z.object({
  id: Id,
  userName: z.string(),
  userType: z.number().int(),
  headPortrait: z.string().nullable(),
  isAdmin: z.boolean(),
  sex: z.number().int(),
  certificateCount: z.number().int(),
  enterpriseId: Id,
  enterpriseName: z.string(),
  department: z.string().nullable(),
  post: z.string().nullable(),
});

export const account = define({
  'POST /user/api/user/info/login/pwd': {
    summary: 'Sign in with phone and password; the token goes into cookie ET_WEB_TOKEN for one day',
    auth: 'public',
    input: LoginByPassword,
    data: Session,
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
});
