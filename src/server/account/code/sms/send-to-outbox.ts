import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLog } from '#src/server/core/log.ts';
import { settings } from '#src/server/core/settings.ts';
import type { SmsMessage } from './message.ts';

/** Without a provider: one JSON line in `DATA_DIR/outbox.jsonl` and in the log (design section 10). */
export async function sendToOutbox(message: SmsMessage, now: Date): Promise<void> {
  const line = JSON.stringify({ time: now.toISOString(), ...message });
  await appendFile(join(settings().dataDir, 'outbox.jsonl'), `${line}\n`, { mode: 0o600 });
  writeLog('info', { msg: 'sms', ...message });
}
