import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zhixing-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('creates a folder and its parents; the mode applies to the folder', () => {
  makeFolder(join(root, 'a/b/c'), 0o700);
  expect(['a', 'a/b', 'a/b/c'].map((name) => modeOf(join(root, name)))).toEqual(['755', '755', '700']);
});

it('does not change an existing folder', () => {
  makeFolder(join(root, 'a'), 0o700);
  makeFolder(join(root, 'a'));
  expect(modeOf(join(root, 'a'))).toBe('700');
});

it('throws the error of the file system if it cannot be created', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }) as Error);
  expect(() => makeFolder(join(root, 'file/a'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }) as Error);
  expect(() => makeFolder('/proc/zhixing/a')).toThrow(expect.objectContaining({ code: 'ENOENT' }) as Error);
});
