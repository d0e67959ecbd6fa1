import pg from 'pg';
import { errorCode, errorText, OperatorError } from '../operator-error.ts';

/** The oldest major version of PostgreSQL that the portal supports. */
const MIN_VERSION = 16;

/**
 * Checks an external database before the portal starts on it.
 * @param setting name of the setting that contains `url`, for the message
 * @returns the server's version, like `18.4`
 * @throws OperatorError with one line when the database cannot be reached, rejects the login or does not meet the requirements
 */
export async function checkDatabase(url: string, setting: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'zhixing-check',
  });
  client.on('error', () => undefined); // the failing query reports it
  const where = addressOf(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; version: string; encoding: string; standby: boolean }>(`
      select current_setting('server_version_num')::int as number, split_part(current_setting('server_version'), ' ', 1) as version,
             current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`);
    const { number, version, encoding, standby } = rows[0]!;
    if (number < MIN_VERSION * 10_000)
      throw new OperatorError(
        `${setting}: ${where} is PostgreSQL ${version}, the portal needs ${MIN_VERSION} or newer.`,
      );
    if (encoding !== 'UTF8')
      throw new OperatorError(
        `${setting}: the database at ${where} stores ${encoding}, the portal needs UTF8 (create database … encoding 'UTF8' template template0).`,
      );
    if (standby)
      throw new OperatorError(`${setting}: ${where} is a read-only replica, the portal needs the primary server.`);
    return version;
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError(`${setting}: ${describe(error, where)}`);
  } finally {
    client.end().catch(() => undefined); // it was never open, or it is broken
  }
}

/** Host, port and database, never the password. */
function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}${pathname}`;
}

function describe(error: unknown, where: string): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no server responds at ${where}: check that PostgreSQL is running and listens on that address.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name of ${where} cannot be resolved: check the name and the network.`;
    case '28P01':
    case '28000':
      return `${where} rejects the login (${errorText(error)}): check user, password and pg_hba.conf.`;
    case '3D000':
      return `the database ${where} does not exist: create it (create database … encoding 'UTF8'), or correct the name.`;
    default:
      return /time-?out/i.test(errorText(error))
        ? `${where} did not respond within 10 seconds: check address, network and firewall.`
        : `${where} cannot be used: ${errorText(error) || errorCode(error)}.`;
  }
}
