/* Invitations to set a password, shared by browser and server (decision 095). */

export const INVITATION_WAYS = ['sms', 'mail'] as const;
export type InvitationWay = (typeof INVITATION_WAYS)[number];

/** Days for which a link is valid. */
export const INVITATION_DAYS = { least: 1, usual: 7, most: 30 } as const;

/** `pending`: the link is valid, or still to be sent. `failed`: the message was not accepted. */
export const INVITATION_STATES = ['pending', 'failed', 'expired', 'claimed', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
