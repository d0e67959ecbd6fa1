import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLog } from '#src/server/core/log.ts';
import { errorCode } from '#src/server/core/operator-error.ts';
import { settings } from '#src/server/core/settings.ts';
import type { SmsMessage } from './message.ts';

/** Size at which the outbox is renamed and a new one begun: some 5,000 messages. */
export const OUTBOX_BYTES = 1024 * 1024;

/** Used without a provider: writes one JSON line to `DATA_DIR/outbox.jsonl` and to the log. */
export async function sendToOutbox(message: SmsMessage, now: Date): Promise<void> {
  await appendToOutbox(settings().dataDir, JSON.stringify({ time: now.toISOString(), ...message }));
  writeLog('info', { msg: 'sms', ...message });
}

/** Appends a line to `outbox.jsonl`; a full one becomes `outbox.old.jsonl` first, in place of the one before. */
export async function appendToOutbox(folder: string, line: string): Promise<void> {
  const path = join(folder, 'outbox.jsonl');
  try {
    if ((await stat(path)).size >= OUTBOX_BYTES) await rename(path, join(folder, 'outbox.old.jsonl'));
  } catch (error) {
    // The first message, or another process has just renamed it.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  await appendFile(path, `${line}\n`, { mode: 0o600 });
}
