import { sql, type SQL } from 'drizzle-orm';
import type { InvitationState } from '#src/contract/rules/invitation.ts';

/**
 * SQL: the state of an invitation. Who has set a password in another way has no use for it any more, and the link of somebody whose
 * number or address has changed is not theirs. An address that only the enterprise knows must not lead into an account that its owner has begun
 * to use: by a confirmed number, or in another enterprise.
 * @param i alias of `member_invitation`, `u` of the member, `a` of the account
 */
export const invitationState = (i: SQL, u: SQL, a: SQL, at: SQL = sql`now()`): SQL<InvitationState> => sql`case
  when ${i}.claimed_at is not null or (${a}.password_hash is not null and not ${a}.must_change_password) then 'claimed'
  when ${i}.revoked_at is not null or ${u}.status <> 'active' or ${a}.disabled_at is not null
    or ${i}.recipient is distinct from (case when ${i}.way = 'sms' then ${a}.phone else ${invitedEmail(u, a)} end)
    or (${i}.way = 'mail' and ${a}.email is null and ${isOwned(a, i)}) then 'revoked'
  when ${i}.expires_at <= ${at} then 'expired'
  when ${i}.failure is not null then 'failed'
  else 'pending' end`;

/** SQL: whether the owner of an account is known by more than what the enterprise of an invitation has written. */
export const isOwned = (a: SQL, i: SQL): SQL<boolean> => sql`((${a}.phone is not null and not ${a}.phone_unverified)
  or exists (select from portal.membership o where o.user_id = ${a}.id and o.enterprise_id <> ${i}.enterprise_id))`;

/** SQL: the address for a member's invitation: the one that they have confirmed, otherwise that which the enterprise knows. */
export const invitedEmail = (u: SQL, a: SQL): SQL<string | null> => sql`coalesce(${a}.email, lower(${u}.email))`;
