import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { TenantDb } from './tenant.ts';

const CHANNEL = 'zhixing_changes';
/** Milliseconds between tries to listen again. */
const RETRY = 2_000;

/** A change of public content: which tenant, and which tags its pages carry (`course`, `announcement`, …). */
export type Change = { enterpriseId: string; tags: string[] };

/** Tells every portal process, at COMMIT, that pages with these tags are out of date. */
export async function announceChange(db: TenantDb, change: Change): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`);
}

/**
 * Hears the changes of all processes.
 * @param onState true once listening, false when the connection is lost and changes may be missed
 * @returns a function that stops listening
 */
export function listenForChanges(
  onChange: (change: Change) => void,
  onState: (listening: boolean) => void,
): () => void {
  let stopped = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    if (stopped) return;
    client = new pg.Client({
      connectionString: process.env.DATABASE_URL,
      application_name: 'zhixing-listen',
      keepAlive: true,
    });
    const lost = () => {
      onState(false);
      client?.removeAllListeners('end');
      if (!stopped) setTimeout(() => void connect(), RETRY).unref();
    };
    client.on('error', () => client?.end().catch(() => undefined));
    client.once('end', lost);
    client.on('notification', ({ payload }) => onChange(JSON.parse(payload ?? '{}') as Change));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      onState(true);
    } catch {
      // The state is already "not listening"; the next try is what there is to do about it.
      await client.end().catch(() => undefined);
    }
  }

  void connect();
  return () => {
    stopped = true;
    onState(false);
    void client?.end();
  };
}
