import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { TenantDb } from './tenant.ts';

const CHANNEL = 'zhixing_changes';
const EVENTS = 'zhixing_events';
/** Delay before the next attempt to listen. */
const RETRY_MS = 2_000;

/** A change of public content: the tenant, and the tags of the affected pages (`course`, `announcement`, …). */
export type Change = { enterpriseId: string; tags: string[] };

/** Notifies every portal process, at COMMIT, that pages with these tags are out of date. */
export async function announceChange(db: TenantDb, change: Change): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`);
}

/** Something that all processes report to their viewers: a live class, or an exam in the control room, has changed. */
export type PortalEvent = { enterpriseId: string; sessionId: string };

/** Notifies every portal process of an event, at COMMIT. */
export async function announceEvent(db: TenantDb, event: PortalEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${EVENTS}, ${JSON.stringify(event)})`);
}

/**
 * Listens for the changes announced by all processes, and reconnects when the connection is lost.
 * @param onState called with true once it listens, with false when the connection is lost and changes may be missed
 * @returns a function that stops listening
 */
export function listenForChanges(
  onChange: (change: Change) => void,
  onState: (listening: boolean) => void,
  onEvent: (event: PortalEvent) => void = () => undefined,
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
      if (!stopped) setTimeout(() => void connect(), RETRY_MS).unref();
    };
    client.on('error', () => client?.end().catch(() => undefined));
    client.once('end', lost);
    client.on('notification', ({ channel, payload }) => {
      const said = JSON.parse(payload ?? '{}') as never;
      if (channel === EVENTS) onEvent(said);
      else onChange(said);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}; LISTEN ${EVENTS}`);
      onState(true);
    } catch {
      // The state is already "not listening"; `lost` schedules the next attempt.
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
