import type pg from 'pg';

/** How long ended sessions are kept. */
const SESSION_DAYS = 30;

/** Deletes expired codes, picture codes, handoffs and sign-ins that waited for a second factor, and sessions that ended more than 30 days ago, of all tenants. */
export async function deleteExpiredSignIns(client: pg.ClientBase, now: Date): Promise<void> {
  const at = now.toISOString();
  await client.query('delete from portal.verification_code where expires_at < $1', [at]);
  await client.query('delete from portal.picture_code where expires_at < $1', [at]);
  await client.query('delete from portal.session_handoff where expires_at < $1', [at]);
  await client.query('delete from portal.pending_sign_in where expires_at < $1', [at]);
  await client.query('delete from portal.passkey_challenge where expires_at < $1', [at]);
  await client.query(
    'delete from portal.user_session where least(ended_at, expires_at) < $1::timestamptz - make_interval(days => $2)',
    [at, SESSION_DAYS],
  );
}

/** Deletes expired logins through the provider of a tenant. */
export async function deleteExpiredLogins(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query('delete from login_attempt where expires_at < $1', [now.toISOString()]);
}
