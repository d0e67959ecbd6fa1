import { ImapFlow } from 'imapflow';

/** Messages that are looked at before the place is noted. */
const BATCH = 100;
/** Bytes of a message that are read: a report comes before the e-mail that it returns. */
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 20_000;

/** Until where a mailbox was read. */
export type MailboxPlace = { uidValidity: number; lastUid: number };
type Options = {
  /** `imaps://user:password@host:993/folder` */
  url: string;
  from: MailboxPlace;
  /** Gets the next reports, in the order of the mailbox, before the place after them is noted. */
  onReport: (bytes: Uint8Array) => Promise<void>;
  onPlace: (place: MailboxPlace) => Promise<void>;
};

/**
 * Reads the reports of mail servers (`multipart/report`) that have arrived since a place in a mailbox. Nothing is changed in it: neither are messages
 * marked as read, nor deleted.
 * @throws Error when the server cannot be reached or refuses, without user and password; what `onReport` and `onPlace` throw
 */
export async function readMailbox({ url, from, onReport, onPlace }: Options): Promise<void> {
  const { client, folder } = connectionOf(new URL(url));
  // Without a listener an error of the connection would end the process; it also rejects what is under way.
  client.on('error', () => undefined);
  const failures: Error[] = [];
  const own = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      failures.push(error as Error);
      throw error;
    });
  try {
    await client.connect();
    const lock = await client.getMailboxLock(folder, { readOnly: true });
    try {
      const uidValidity = Number((client.mailbox as { uidValidity: bigint }).uidValidity);
      // The numbers mean something else now: what was read before is read again, which changes nothing.
      const start = uidValidity === from.uidValidity ? from.lastUid : 0;
      const found = (await client.search({ uid: `${start + 1}:*` }, { uid: true })) || [];
      // `*` is the last message also when it was read.
      const uids = found.filter((uid) => uid > start).sort((a, b) => a - b);
      for (let i = 0; i < uids.length; i += BATCH) {
        const batch = uids.slice(i, i + BATCH);
        for (const uid of await reportsAmong(client, batch)) {
          const message = await client.fetchOne(String(uid), { source: { maxLength: MAX_BYTES } }, { uid: true });
          if (message && message.source) await own(onReport(message.source));
        }
        await own(onPlace({ uidValidity, lastUid: batch.at(-1)! }));
      }
    } finally {
      lock.release();
    }
    await client.logout();
  } catch (error) {
    if (failures[0]) throw failures[0];
    const { code, responseText } = error as { code?: string; responseText?: string };
    throw new Error(['imap:', code ?? (error as Error).name, responseText].filter(Boolean).join(' '));
  } finally {
    client.close();
  }
}

async function reportsAmong(client: ImapFlow, uids: number[]): Promise<number[]> {
  const reports: number[] = [];
  for await (const { uid, headers } of client.fetch(uids.join(), { headers: ['content-type'] }, { uid: true }))
    if (/multipart\/report/i.test(headers?.toString() ?? '')) reports.push(uid);
  return reports.sort((a, b) => a - b);
}

/** A password is never sent unencrypted: without TLS from the beginning the server has to offer STARTTLS. */
function connectionOf({ protocol, hostname, port, username, password, pathname }: URL) {
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    // The brackets of an IPv6 address belong to the URL only.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(secure ? {} : { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    ...{ maxLiteralSize: 2 * MAX_BYTES, maxLineLength: 16 * 1024 * 1024, maxResponseSize: 32 * 1024 * 1024 },
  });
  return { client, folder: decodeURIComponent(pathname.slice(1)) || 'INBOX' };
}
