import { eq, sql } from 'drizzle-orm';
import { withPortal } from '../db/tenant.ts';
import { mailbox } from '../tables.ts';
import type { MailboxPlace } from './read-mailbox.ts';

/** A process that has not noted its place for so long was killed, ms. */
const BUSY_MS = 5 * 60_000;

const busyUntil = (at: Date) => new Date(at.getTime() + BUSY_MS);

const change = (address: string, values: Partial<typeof mailbox.$inferInsert>) =>
  withPortal((db) => db.update(mailbox).set(values).where(eq(mailbox.address, address)));

/** Takes a mailbox for reading. @returns where to begin; null: another process reads it */
export async function takeMailbox(address: string, at: Date) {
  const [taken] = await withPortal((db) =>
    db
      .insert(mailbox)
      .values({ address, busyUntil: busyUntil(at) })
      .onConflictDoUpdate({
        target: mailbox.address,
        set: { busyUntil: busyUntil(at) },
        setWhere: sql`mailbox.busy_until is null or mailbox.busy_until < ${at.toISOString()}::timestamptz`,
      })
      .returning(),
  );
  return taken ?? null;
}

/** Notes until where a mailbox was read, and that it is read on. */
export async function keepPlace(address: string, place: MailboxPlace, at: Date): Promise<void> {
  await change(address, { ...place, busyUntil: busyUntil(at) });
}

/** Lets other processes read a mailbox. */
export async function leaveMailbox(address: string): Promise<void> {
  await change(address, { busyUntil: null });
}
