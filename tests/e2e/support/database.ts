import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { phone, type DemoTenant } from './tenants.ts';

/** Work in the database of the portal under test, for what only an operator can bring about. */
export async function asOperator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataDir: process.env.E2E_DATA_DIR!, log: () => undefined });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
    await embedded.stop();
  }
}

/** Name that `addMember` gives to the member with a phone. */
export const newcomer = (phone: string) => `Newcomer ${phone.slice(-9)}`;

/**
 * A new member of a demo tenant with the password of all: for tests after which a person is not what they were.
 * @param userType 1 learner, 2 lecturer, 3 organisation account
 * @returns their phone
 */
export async function addMember(tenant: DemoTenant, userType = 1, department: string | null = null): Promise<string> {
  const number = `15${String(randomInt(1e9)).padStart(9, '0')}`;
  const userId = randomUUID();
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `insert into portal.user_account (id, phone, password_hash)
       select $1, $2, password_hash from portal.user_account where phone = $3`,
      [userId, number, phone(tenant, 1)],
    );
    await client.query(
      `insert into enterprise_user (enterprise_id, user_id, user_name, user_type, department)
       values (current_setting('app.enterprise_id')::uuid, $1, $2, $3, $4)`,
      [userId, newcomer(number), userType, department],
    );
  });
  return number;
}

/** The password of a person counts as one that somebody else gave them. */
export async function giveOutPassword(number: string): Promise<void> {
  await asOperator(async (client) => {
    await client.query('update portal.user_account set must_change_password = true where phone = $1', [number]);
  });
}

/** Makes a member of a demo tenant an administrator. */
export async function appointAdministrator(number: string): Promise<void> {
  await asOperator(async (client) => {
    await client.query(
      `select set_config('app.enterprise_id', m.enterprise_id::text, true)
       from portal.membership m join portal.user_account a on a.id = m.user_id where a.phone = $1`,
      [number],
    );
    await client.query(
      `update enterprise_user set is_admin = true
       where user_id = (select id from portal.user_account where phone = $1)`,
      [number],
    );
  });
}
