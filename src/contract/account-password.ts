import { z } from 'zod';
import { loginPasswordProblem, newPasswordProblem } from './rules/password.ts';
import {
  Code,
  LeavesExam,
  Email,
  hasOneRecipient,
  ONE_RECIPIENT,
  Phone,
  Picture,
  Recipient,
  Session,
} from './account.ts';
import { Empty, Instant } from './common.ts';
import { define } from './define.ts';

/** A new password, validated by one of the rules of docs/specification.md, section "Passwords". */
export const newPassword = (problem: (text: string) => string | null) =>
  z
    .string()
    .max(128, { error: 'field.tooLong' })
    .superRefine((text, ctx) => {
      const key = problem(text);
      if (key) ctx.addIssue({ code: 'custom', message: key });
    });
/** An existing password. */
const existingPassword = z.string().min(1, { error: 'field.passwordRequired' }).max(128, { error: 'field.tooLong' });
/** The new password repeated. */
export const Repeated = z.string().min(1, { error: 'field.repeatRequired' }).max(128, { error: 'field.tooLong' });

type NewPassword = { password: string; repeatPassword: string; oldPassword?: string };
export const isRepeated = ({ password, repeatPassword }: NewPassword) =>
  repeatPassword === '' || repeatPassword === password;
export const REPEATED = { error: 'field.repeatPassword', path: ['repeatPassword'] };
const isAnother = ({ password, oldPassword }: NewPassword) => password === '' || password !== oldPassword;
const ANOTHER = { error: 'field.samePassword', path: ['password'] };

export const ResetPassword = z
  .object({
    ...Recipient.shape,
    code: Code,
    password: newPassword(loginPasswordProblem),
    repeatPassword: Repeated,
  })
  .refine(hasOneRecipient, ONE_RECIPIENT)
  .refine(isRepeated, REPEATED);

export const ReplacePassword = z
  .object({
    phone: Phone,
    oldPassword: existingPassword,
    password: newPassword(newPasswordProblem),
    repeatPassword: Repeated,
    ...Picture.shape,
  })
  .refine(isRepeated, REPEATED)
  .refine(isAnother, ANOTHER);

export const ChangePassword = z
  .object({
    oldPassword: existingPassword.optional(),
    /** Code sent to the user's phone or address (purpose `confirm`): for users without a password. */
    code: Code.optional(),
    password: newPassword(newPasswordProblem),
    repeatPassword: Repeated,
    leavesExam: LeavesExam,
  })
  .refine(isRepeated, REPEATED)
  .refine(isAnother, ANOTHER);

export const ChangePhone = z.object({
  phone: Phone,
  /** Code sent to the new phone (purpose `phone`). */
  code: Code,
  leavesExam: LeavesExam,
});

export const ChangeEmail = z.object({
  email: Email,
  /** Code sent to that address (purpose `email`). */
  code: Code,
  leavesExam: LeavesExam,
});

/** Password, phone number and e-mail address of an account. */
export const accountPassword = define({
  'PUT /user/api/user/info/reset/password': {
    summary: 'Set a new password with a code sent by SMS or e-mail; ends all sessions of the user',
    auth: 'public',
    input: ResetPassword,
    data: Empty,
  },
  'POST /user/api/user/info/pwd/update': {
    summary: 'Replace a password that was set by somebody else, without a session; ends all sessions of the user',
    auth: 'public',
    input: ReplacePassword,
    data: Empty,
  },
  'PUT /user/auth/user/info/update/password': {
    summary: 'Change the user’s password; ends all other sessions and returns a new token',
    auth: 'member',
    input: ChangePassword,
    data: Session,
  },
  'PUT /user/auth/user/info/update/phone': {
    summary: 'Change the user’s phone number; ends all other sessions and returns a new token',
    auth: 'member',
    proof: true,
    input: ChangePhone,
    data: Session,
  },
  'PUT /user/auth/user/info/update/email': {
    summary: 'Confirm or change the user’s e-mail address; ends all other sessions and returns a new token',
    auth: 'member',
    proof: true,
    input: ChangeEmail,
    data: Session,
  },
  'DELETE /user/auth/user/info/email/remove': {
    summary: 'Remove the user’s confirmed e-mail address',
    auth: 'member',
    proof: true,
    input: Empty,
    data: Empty,
  },
  'GET /user/auth/user/info/security/view': {
    summary: 'Get the login credentials of the user’s account',
    auth: 'member',
    input: Empty,
    data: z.object({
      phone: z.string().nullable().meta({ description: 'masked, like 138****0001; null: none' }),
      email: z.string().nullable().meta({ description: 'confirmed, masked; null: none' }),
      emailFails: z
        .boolean()
        .meta({ description: 'mail servers refuse the address: nothing is sent to it until it is confirmed again' }),
      sendsEmail: z.boolean().meta({ description: 'whether the portal sends e-mail' }),
      suggestedEmail: z
        .string()
        .nullable()
        .meta({ description: 'the contact address in this enterprise while no address is confirmed' }),
      codeTo: z
        .string()
        .nullable()
        .meta({ description: 'where codes with purpose `confirm` go, masked; null: nowhere' }),
      hasPassword: z.boolean(),
      passwordChangedAt: Instant.nullable(),
      hasFactor: z.boolean().meta({ description: 'sign-ins need a second factor' }),
    }),
  },
});
