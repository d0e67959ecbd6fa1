import { z } from 'zod';
import { newPassword, Repeated, isRepeated, REPEATED } from './account-password.ts';
import { SignedIn } from './account.ts';
import { Id, Instant } from './common.ts';
import { define } from './define.ts';
import { INVITATION_STATES } from './rules/invitation.ts';
import { newPasswordProblem } from './rules/password.ts';

const Link = z.object({
  token: z.string().max(64, { error: 'field.invalid' }).meta({ description: 'from the link of the message' }),
  enterpriseId: Id.optional().meta({ description: 'from the link; read on hosts that name no enterprise' }),
});

export const AcceptInvitation = Link.extend({
  password: newPassword(newPasswordProblem),
  repeatPassword: Repeated,
  agreed: z.boolean().optional(),
}).refine(isRepeated, REPEATED);

/** Invitations of members, for those who follow their link (docs/specification.md, section "Invitations"). */
export const accountInvitation = define({
  'POST /user/api/user/info/invitation/view': {
    summary: 'Say whether the link of an invitation is valid; a token that belongs to none is `unknown`',
    auth: 'public',
    input: Link,
    data: z.object({
      state: z.enum([...INVITATION_STATES, 'unknown']),
      userName: z.string().nullable().meta({ description: 'null unless the link is valid' }),
      signInAs: z.string().nullable().meta({ description: 'phone number or address, masked' }),
      expiresAt: Instant.nullable(),
    }),
  },
  'POST /user/api/user/info/invitation/accept': {
    summary: 'Set the password of an invited member, which uses the link up, and sign in',
    auth: 'public',
    input: AcceptInvitation,
    data: SignedIn,
  },
});
