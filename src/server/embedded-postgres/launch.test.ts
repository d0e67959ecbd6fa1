import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { explain, freePort, socketFolder } from './launch.ts';
import { parsePidFile } from './postmaster.ts';

test.each([
  [
    'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\nFATAL:  could not create any TCP/IP sockets',
    { kind: 'port' },
  ],
  ['FATAL:  lock file "postmaster.pid" already exists', { kind: 'lock' }],
  ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', { kind: 'shared' }],
  [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    { kind: 'fault', line: expect.stringMatching(/^The disk of \/d is full/) },
  ],
  [
    'FATAL:  database files are incompatible with server',
    { kind: 'fault', line: expect.stringMatching(/does not fit this PostgreSQL/) },
  ],
  [
    'PANIC:  could not locate a valid checkpoint record at 0/1\nFATAL:  the database system is starting up',
    { kind: 'fault', line: expect.stringMatching(/damaged \(could not locate/) },
  ],
  ['', { kind: 'fault', line: expect.stringMatching(/gave no reason.*\/d\/server\.log/) }],
])('explain returns the reason for the log %j', (log, failure) => {
  expect(explain(log, '/d', 1)).toEqual(failure);
});

test('freePort returns the preferred port if it is free, otherwise another one', async () => {
  const port = await freePort(undefined);
  expect(await freePort(port)).toBe(port);
  const other = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  expect(await freePort(port)).not.toBe(port);
  other.close();
});

test('socketFolder returns an empty text for paths that the system or PostgreSQL do not support', () => {
  expect(socketFolder('/srv/zhixing/data/database')).toBe('/srv/zhixing/data/database');
  expect(socketFolder(`/srv/${'x'.repeat(90)}`)).toBe('');
  expect(socketFolder('/srv/with, comma')).toBe('');
});

test('parsePidFile returns undefined for incomplete files', () => {
  expect(parsePidFile('123\n/d/cluster\n1763719000\n24911\n/d\n127.0.0.1\n 1 2\nready   \n')).toEqual({
    pid: 123,
    port: 24911,
  });
  expect(parsePidFile('')).toBeUndefined();
  expect(parsePidFile('123\n/d/cluster\n')).toBeUndefined();
});
