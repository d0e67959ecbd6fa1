import { PgBoss, type Db } from 'pg-boss';
import { pgClientOf, type TenantDb } from '../db/tenant.ts';
import { bossOptions } from './boss-options.ts';
import type { Jobs } from './queues.ts';

let sender: Promise<PgBoss> | undefined;

/**
 * Sends a job in the transaction of the change that causes it: it exists if and only if the change does. Rows are the
 * truth and jobs are hints, so a job may run twice or late.
 * @param startAfter when it is due; at once when not given
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
 * Knows the queues, works on none. Its look at them takes a connection of its own: one of the pool could be waiting for
 * the very transaction that sends.
 */
async function startSender(): Promise<PgBoss> {
  const boss = new PgBoss({ ...bossOptions(), supervise: false, max: 1 });
  boss.on('error', () => undefined);
  return boss.start();
}

/** Called once, when the process drains. */
export async function stopSender(): Promise<void> {
  const boss = await sender?.catch(() => undefined);
  sender = undefined;
  await boss?.stop({ graceful: false });
}
