import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

type Message = { phone: string; purpose: string; code: string; text: string };

/** Messages that the portal under test has sent to a phone, oldest first. */
function messagesTo(phone: string): Message[] {
  const path = join(process.env.E2E_DATA_DIR!, 'outbox.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message)
    .filter((message) => message.phone === phone);
}

/** The newest message to a phone, once there are `count`: as a person who looks at it. */
export async function messageTo(phone: string, count = 1): Promise<Message> {
  await expect.poll(() => messagesTo(phone).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  return messagesTo(phone).at(-1)!;
}
