import pg from 'pg';
import { APP_ROLE } from './pool.ts';

/**
 * Grants the application role to the portal's login, unless that login already has it.
 * @param ownerUrl connection string of the owner of the role
 * @param url connection string of the portal
 * @throws Error of PostgreSQL (42501) when the owner may not grant it
 */
export async function grantAppRole(ownerUrl: string, url: string): Promise<void> {
  const { username, searchParams } = new URL(url);
  const login = searchParams.get('user') ?? decodeURIComponent(username);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'zhixing-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ able: boolean }>(`select pg_has_role($1, '${APP_ROLE}', 'SET') as able`, [
      login,
    ]);
    if (!rows[0]!.able) await client.query(`grant ${APP_ROLE} to ${client.escapeIdentifier(login)}`);
  } finally {
    await client.end();
  }
}
