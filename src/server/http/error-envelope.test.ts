import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { errorEnvelope } from './error-envelope.ts';

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
});
afterEach(() => vi.restoreAllMocks());

it('logs an unexpected error with its stack, and does not disclose it in the response', () => {
  const [envelope, status] = errorEnvelope(new Error('password of 10.0.0.7 is wrong'), undefined, 'en');
  expect(status).toBe(500);
  expect(JSON.stringify(envelope)).not.toMatch(/10\.0\.0\.7|password/);
  const entry = JSON.parse(lines[0]!) as Record<string, string>;
  expect(entry).toMatchObject({ level: 'error', msg: 'fault', error: expect.stringContaining('10.0.0.7') });
  expect(entry.error).toContain('error-envelope.test.ts');
});
