import { z } from 'zod';
import { Id, Instant, page, paged, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { INVITATION_DAYS, INVITATION_STATES, INVITATION_WAYS } from './rules/invitation.ts';

/** How members are invited. */
export const Invite = z.object({
  way: z.enum(INVITATION_WAYS, { error: 'field.invalid' }),
  days: whole(INVITATION_DAYS.least, INVITATION_DAYS.most)
    .default(INVITATION_DAYS.usual)
    .meta({ description: 'for which the link is valid' }),
  locale: z
    .enum(['zh', 'en'], { error: 'field.invalid' })
    .optional()
    .meta({ description: 'language of the message; default: that of the enterprise' }),
});

/** Invitations, for managers of people (docs/specification.md, section "Invitations"). */
export const peopleInvitation = define({
  'POST /people/auth/invitation/send': {
    summary: 'Invite a member to set a password, by SMS or e-mail; an earlier link is not valid any more',
    auth: 'people.write',
    input: Invite.extend({ userId: Id }),
    data: z.null(),
  },
  'PUT /people/auth/invitation/revoke': {
    summary: 'Make the link of an invitation invalid',
    auth: 'people.write',
    input: z.object({ userId: Id }),
    data: z.null(),
  },
  'POST /people/auth/invitation/page': {
    summary: 'List invitations of the members that the viewer manages or may see, the latest first',
    auth: 'people.read',
    input: paged().extend({
      keyword: z.string().trim().max(100).optional().meta({ description: 'name or employee number' }),
      state: z.enum(INVITATION_STATES).optional(),
      way: z.enum(INVITATION_WAYS).optional(),
      sort: sorted('userName', 'invitedAt', 'expiresAt'),
    }),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        employeeNo: z.string().nullable(),
        department: z.string().nullable(),
        state: z.enum(INVITATION_STATES),
        way: z.enum(INVITATION_WAYS),
        recipient: z.string().meta({ description: 'masked' }),
        failure: z.string().nullable().meta({ description: 'what the provider of messages has answered' }),
        times: z.number().int().meta({ description: 'number of messages' }),
        invitedAt: Instant,
        invitedBy: z.string().nullable(),
        sentAt: Instant.nullable(),
        expiresAt: Instant,
        claimedAt: Instant.nullable(),
        canChange: z
          .boolean()
          .meta({ description: 'the viewer may invite the member again, and revoke the invitation' }),
      }),
    ),
  },
});
