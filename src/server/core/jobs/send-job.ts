import { PgBoss, type Db } from 'pg-boss';
import { pgClientOf, type TenantDb } from '../db/tenant.ts';
import { bossOptions } from './boss-options.ts';
import type { Jobs } from './queues.ts';

let sender: Promise<PgBoss> | undefined;

/**
 * Sends a job in the transaction of the change that causes it: both are stored or neither. A job may run twice or late, so
 * handlers read the current state from the tables.
 * @param startAfter earliest start; immediately if not given
 */
export async function sendJob<Q extends keyof Jobs>(
  db: TenantDb,
  queue: Q,
  data: Jobs[Q],
  startAfter?: Date,
): Promise<void> {
  sender ??= startSender().catch((error: unknown) => {
    sender = undefined;
    throw error;
  });
  const here: Db = { executeSql: (text, values) => pgClientOf(db).query(text, values) };
  await (await sender).send(queue, data, { startAfter, db: here });
}

/**
 * Starts pg-boss for sending only, without handlers. It has its own connection for reading the queues: a connection of the
 * pool could wait for the transaction that sends.
 */
async function startSender(): Promise<PgBoss> {
  const boss = new PgBoss({ ...bossOptions(), supervise: false, max: 1 });
  boss.on('error', () => undefined);
  return boss.start();
}

/** Stops the sender. Called once, at shutdown. */
export async function stopSender(): Promise<void> {
  const boss = await sender?.catch(() => undefined);
  sender = undefined;
  await boss?.stop({ graceful: false });
}
