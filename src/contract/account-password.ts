import { z } from 'zod';
import { loginPasswordProblem, newPasswordProblem } from '#src/lib/password-rules.ts';
import { Code, Phone, Picture, Session } from './account.ts';
import { Empty, Instant } from './common.ts';
import { define } from './define.ts';

/** A new password, validated by one of the rules of spec section 5. */
const chosen = (problem: (text: string) => string | null) =>
  z
    .string()
    .max(128, { error: 'field.tooLong' })
    .superRefine((text, ctx) => {
      const key = problem(text);
      if (key) ctx.addIssue({ code: 'custom', message: key });
    });
/** An existing password. */
const present = z.string().min(1, { error: 'field.passwordRequired' }).max(128, { error: 'field.tooLong' });
/** The new password repeated. */
const Repeated = z.string().min(1, { error: 'field.repeatRequired' }).max(128, { error: 'field.tooLong' });

type Chosen = { password: string; repeatPassword: string; oldPassword?: string };
const isRepeated = ({ password, repeatPassword }: Chosen) => repeatPassword === '' || repeatPassword === password;
const REPEATED = { error: 'field.repeatPassword', path: ['repeatPassword'] };
const isAnother = ({ password, oldPassword }: Chosen) => password === '' || password !== oldPassword;
const ANOTHER = { error: 'field.samePassword', path: ['password'] };

export const ResetPassword = z
  .object({ phone: Phone, code: Code, password: chosen(loginPasswordProblem), repeatPassword: Repeated })
  .refine(isRepeated, REPEATED);

export const ReplacePassword = z
  .object({
    phone: Phone,
    oldPassword: present,
    password: chosen(newPasswordProblem),
    repeatPassword: Repeated,
    ...Picture.shape,
  })
  .refine(isRepeated, REPEATED)
  .refine(isAnother, ANOTHER);

export const ChangePassword = z
  .object({
    oldPassword: present.optional(),
    /** Code sent to the user's phone (purpose `confirm`): for users without a password. */
    code: Code.optional(),
    password: chosen(newPasswordProblem),
    repeatPassword: Repeated,
  })
  .refine(isRepeated, REPEATED)
  .refine(isAnother, ANOTHER);

export const ChangePhone = z.object({
  phone: Phone,
  /** Code sent to the new phone (purpose `phone`). */
  code: Code,
  password: present.optional(),
  /** Code sent to the current phone (purpose `confirm`): for users without a password. */
  confirmCode: Code.optional(),
});

/** Password and phone number of an account. */
export const accountPassword = define({
  'PUT /user/api/user/info/reset/password': {
    summary: 'Choose a new password after a code sent to the phone; ends every session of the person',
    auth: 'public',
    input: ResetPassword,
    data: Empty,
  },
  'POST /user/api/user/info/pwd/update': {
    summary: 'Replace a password that was given by somebody else, without being signed in; ends every session',
    auth: 'public',
    input: ReplacePassword,
    data: Empty,
  },
  'PUT /user/auth/user/info/update/password': {
    summary: 'Change one’s own password; every other session ends, and this one gets a new token',
    auth: 'member',
    input: ChangePassword,
    data: Session,
  },
  'PUT /user/auth/user/info/update/phone': {
    summary: 'Change one’s own phone; every other session ends, and this one gets a new token',
    auth: 'member',
    input: ChangePhone,
    data: Session,
  },
  'GET /user/auth/user/info/security/view': {
    summary: 'How one’s own account is secured',
    auth: 'member',
    input: Empty,
    data: z.object({
      phone: z.string().nullable().meta({ description: 'masked, like 138****0001; null: none' }),
      hasPassword: z.boolean(),
      passwordChangedAt: Instant.nullable(),
    }),
  },
});
