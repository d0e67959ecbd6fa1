import { systemNow } from '#src/lib/system-clock.ts';
import { noteReturnedMail } from '#src/server/account/note-mail-outcome.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { causeOf, type MailCause } from '#src/server/core/mail/message-id.ts';
import { keepPlace, leaveMailbox, takeMailbox } from '#src/server/core/mail/mailbox-place.ts';
import { readMailbox } from '#src/server/core/mail/read-mailbox.ts';
import type { Report, run } from '#src/server/core/mail/returned.task.ts';
import { settings } from '#src/server/core/settings.ts';
import { textWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { noteReturned } from '#src/server/notice/note-returned.ts';
import { noteReturnedReminder } from '#src/server/requirement/reminder/note-returned.ts';

/** Seconds between sweeps. */
export const BOUNCE_SWEEP_SECONDS = 300;
/** The id of a digest begins with that of its reader. */
const UUID_LENGTH = 36;

const READ = defineTask<typeof run>('#src/server/core/mail/returned.task.ts', {
  slow: 'invalid',
  large: 'invalid',
});

/**
 * Reads which e-mails were returned, from the mailbox of their sender (`IMAP_URL`), where it left off: one process at a time. What was read twice
 * because a process was killed changes nothing.
 * @throws Error when the mailbox cannot be read
 */
export async function sweepBounces(now = systemNow): Promise<void> {
  const url = settings().imapUrl;
  if (!url) return;
  const { username, hostname, pathname } = new URL(url);
  const address = `${decodeURIComponent(username)}@${hostname}${pathname}`;
  const from = await takeMailbox(address, now());
  if (!from) return;
  try {
    await readMailbox({
      ...{ url, from },
      onReport: async (bytes) => {
        for (const report of await readReport(bytes)) await noteReport(report, now());
      },
      onPlace: (read) => keepPlace(address, read, now()),
    });
  } finally {
    await leaveMailbox(address);
  }
}

/** Strangers can write to the mailbox: what cannot be read is left out. */
async function readReport(bytes: Uint8Array): Promise<Report[]> {
  try {
    // A copy: the buffer of the message may be part of a larger one.
    return await textWork.run(READ, { bytes: new Uint8Array(bytes) }, { owner: 'bounces' });
  } catch (error) {
    const reason = error instanceof AppError ? error.key : String(error);
    writeLog('warn', { msg: 'a report of a mail server could not be read', reason });
    return [];
  }
}

/**
 * Notes that an e-mail was returned, or is delayed. A report counts only for an e-mail that the portal has sent, as its signed `Message-ID` shows, and for
 * the address of its reader, so that nobody can make the addresses of others fail.
 */
async function noteReport(report: Report, at: Date): Promise<void> {
  const { messageId, addresses, status, isFinal } = report;
  const cause = causeOf(messageId);
  if (!cause) return writeLog('warn', { msg: 'a report about an e-mail that the portal has not sent', status });
  await withTenant(cause.enterpriseId, async (db) => {
    const userId = await noteCause(db, cause, report, at);
    if (userId && isFinal) await noteReturnedMail(db, { userId, addresses, at });
  });
}

/** @returns the reader of the e-mail, if this was not noted before */
function noteCause(db: TenantDb, cause: MailCause, report: Report, at: Date): Promise<string | null> {
  if (cause.kind === 'notice') return noteReturned(db, cause, report, at);
  if (cause.kind === 'requirement') return noteReturnedReminder(db, cause, report);
  return Promise.resolve(cause.id.slice(0, UUID_LENGTH));
}
