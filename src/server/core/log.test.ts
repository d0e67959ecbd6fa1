import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeLog } from './log.ts';
import { settings } from './settings.ts';

const lines: string[] = [];
const { logLevel } = settings();
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(settings(), { logLevel });
});

it('writes each entry as one JSON line, whatever it contains', () => {
  const forged = '/x\n{"level":"info","msg":"login"}\r\n\u2028\u0000\u001b[31m';
  writeLog('warn', { path: forged, msg: 'refused', host: 'a"b' });
  expect(lines).toHaveLength(1);
  expect(lines[0]!.match(/[\n\r]/g)).toEqual(['\n']);
  expect(lines[0]).not.toContain('\u001b');
  const entry = JSON.parse(lines[0]!) as Record<string, string>;
  expect(entry).toMatchObject({ level: 'warn', path: forged, msg: 'refused' });
  expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

it('writes no secrets, at the top or in an object', () => {
  const input = { password: 'abc-2', phone: '13800000001' };
  writeLog('error', { msg: 'fault', token: 'abc-1', input, code: '23505' });
  expect(lines[0]).not.toContain('abc-');
  expect(JSON.parse(lines[0]!)).toMatchObject({ input: { phone: '13800000001' }, code: '23505' });
  expect(input.password).toBe('abc-2');
});

it('writes what is not JSON, such as a circular object or a bigint', () => {
  const circular: Record<string, unknown> = { n: 1n };
  circular.self = circular;
  writeLog('error', { msg: 'fault', circular });
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'fault', circular: { n: 1 } });
  expect(lines[0]).toContain('"self":"[Circular]"');
});

it('follows LOG_LEVEL', () => {
  Object.assign(settings(), { logLevel: 'error' });
  writeLog('warn', { msg: 'refused' });
  expect(lines).toEqual([]);
  writeLog('error', { msg: 'fault' });
  expect(lines).toHaveLength(1);
  Object.assign(settings(), { logLevel: 'silent' });
  writeLog('error', { msg: 'fault' });
  expect(lines).toHaveLength(1);
});
