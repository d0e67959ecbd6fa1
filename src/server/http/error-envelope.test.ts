import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { errorEnvelope } from './error-envelope.ts';
import { writeLog } from '#src/server/core/log.ts';

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
});
afterEach(() => vi.restoreAllMocks());

it('writes one JSON line an entry, whatever is in it', () => {
  const forged = '/x\n{"level":"info","msg":"login"}\r\n\u2028\u0000\u001b[31m';
  writeLog('warn', { path: forged, msg: 'refused', host: 'a"b' });
  expect(lines).toHaveLength(1);
  expect(lines[0]!.match(/[\n\r]/g)).toEqual(['\n']);
  expect(lines[0]).not.toContain('\u001b');
  const entry = JSON.parse(lines[0]!) as Record<string, string>;
  expect(entry).toMatchObject({ level: 'warn', path: forged, msg: 'refused' });
  expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

it('writes a fault down with its cause, and tells the visitor nothing of it', () => {
  const [envelope, status] = errorEnvelope(new Error('password of 10.0.0.7 is wrong'), undefined, 'en');
  expect(status).toBe(500);
  expect(JSON.stringify(envelope)).not.toMatch(/10\.0\.0\.7|password/);
  const entry = JSON.parse(lines[0]!) as Record<string, string>;
  expect(entry).toMatchObject({ level: 'error', msg: 'fault', error: expect.stringContaining('10.0.0.7') });
  expect(entry.error).toContain('error-envelope.test.ts');
});
