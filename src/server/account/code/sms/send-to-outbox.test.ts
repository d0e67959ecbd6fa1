import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendToOutbox, OUTBOX_BYTES } from './send-to-outbox.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'zhixing-outbox-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('lines are appended to a file that only its owner reads', async () => {
  await appendToOutbox(folder, 'one');
  await appendToOutbox(folder, 'two');
  expect(read('outbox.jsonl')).toBe('one\ntwo\n');
  expect(statSync(join(folder, 'outbox.jsonl')).mode & 0o777).toBe(0o600);
});

test('a full file is kept once: the one before it is deleted', async () => {
  for (const name of ['a', 'b']) {
    writeFileSync(join(folder, 'outbox.jsonl'), name.repeat(OUTBOX_BYTES));
    await appendToOutbox(folder, `after ${name}`);
    expect(read('outbox.jsonl')).toBe(`after ${name}\n`);
    expect(read('outbox.old.jsonl')[0]).toBe(name);
  }
  expect(readdirSync(folder).sort()).toEqual(['outbox.jsonl', 'outbox.old.jsonl']);
});

test('a file that is not full goes on', async () => {
  writeFileSync(join(folder, 'outbox.jsonl'), 'a'.repeat(OUTBOX_BYTES - 1));
  await appendToOutbox(folder, 'more');
  expect(readdirSync(folder)).toEqual(['outbox.jsonl']);
});
