import pg from 'pg';
import { errorCode, errorText, OperatorError } from '../operator-error.ts';

/** The oldest PostgreSQL the portal works with. */
const OLDEST = 16;

/**
 * Tries a database of one's own before anything else is started on it.
 * @param setting the name of the setting the address came from, for the message
 * @returns the server's version, like `18.4`
 * @throws OperatorError with one line when it cannot be reached, refuses the login, or is unfit
 */
export async function checkDatabase(url: string, setting: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'zhixing-check',
  });
  client.on('error', () => undefined); // the query that fails tells
  const where = place(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; version: string; encoding: string; standby: boolean }>(`
      select current_setting('server_version_num')::int as number, split_part(current_setting('server_version'), ' ', 1) as version,
             current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`);
    const { number, version, encoding, standby } = rows[0]!;
    if (number < OLDEST * 10_000)
      throw new OperatorError(`${setting}: ${where} is PostgreSQL ${version}, the portal needs ${OLDEST} or newer.`);
    if (encoding !== 'UTF8')
      throw new OperatorError(
        `${setting}: the database at ${where} stores ${encoding}, the portal needs UTF8 (create database … encoding 'UTF8' template template0).`,
      );
    if (standby)
      throw new OperatorError(`${setting}: ${where} is a read-only replica, the portal needs the primary server.`);
    return version;
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(`${setting}: ${reason(error, where)}`);
  } finally {
    client.end().catch(() => undefined); // it never was open, or is broken
  }
}

/** Host, port and database, never the password. */
function place(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}${pathname}`;
}

function reason(error: unknown, where: string): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing answers at ${where}: is PostgreSQL started there, and does it listen on that address?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${where} is not known: check its name and the network.`;
    case '28P01':
    case '28000':
      return `${where} refuses the login (${errorText(error)}): check user, password and pg_hba.conf.`;
    case '3D000':
      return `there is no such database at ${where}: create it (create database … encoding 'UTF8'), or correct the name.`;
    default:
      return /time-?out/i.test(errorText(error))
        ? `${where} has not answered for 10 seconds: check address, network and firewall.`
        : `${where} cannot be used: ${errorText(error) || errorCode(error)}.`;
  }
}
