import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceHash } from './build.ts';
import { withBuildLock } from './build-lock.ts';
import { compressFolder } from './compress.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'zhixing-build-'));
  mkdirSync(join(root, 'src', 'pages'), { recursive: true });
  writeFileSync(join(root, 'src', 'pages', 'index.astro'), 'a');
  writeFileSync(join(root, 'package.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('sourceHash changes with sources, file names and configuration, but not with tests or other files', () => {
  const first = sourceHash(root);
  writeFileSync(join(root, 'src', 'pages', 'index.test.ts'), 'x');
  writeFileSync(join(root, 'README.md'), 'x');
  expect(sourceHash(root)).toBe(first);
  writeFileSync(join(root, 'src', 'pages', 'index.astro'), 'b');
  const second = sourceHash(root);
  writeFileSync(join(root, 'package.json'), '{ }');
  const third = sourceHash(root);
  writeFileSync(join(root, 'src', 'pages', 'b.astro'), '');
  expect(new Set([first, second, third, sourceHash(root)]).size).toBe(4);
});

test('withBuildLock serialises two builds, and removes the lock of an ended process', async () => {
  const lock = join(root, '.lock');
  writeFileSync(lock, '4194304'); // above the maximum process id
  const order: string[] = [];
  const waits = Promise.withResolvers<void>();
  await Promise.all(
    ['a', 'b'].map((name) =>
      withBuildLock(
        lock,
        () => waits.resolve(),
        async () => {
          order.push(`${name} in`);
          // The first one continues when the other one is waiting.
          await waits.promise;
          order.push(`${name} out`);
        },
      ),
    ),
  );
  expect(order).toEqual([order[0], order[0]!.replace('in', 'out'), order[2], order[2]!.replace('in', 'out')]);
  expect(existsSync(lock)).toBe(false);
});

test('compressFolder compresses text files, but not small and binary ones', async () => {
  const text = '知行 '.repeat(2000);
  writeFileSync(join(root, 'a.js'), text);
  writeFileSync(join(root, 'tiny.css'), 'a{}');
  writeFileSync(join(root, 'b.png'), text);
  expect(await compressFolder(root)).toBe(1);
  expect(brotliDecompressSync(readFileSync(join(root, 'a.js.br'))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(root, 'a.js.gz'))).toString()).toBe(text);
  expect([existsSync(join(root, 'tiny.css.br')), existsSync(join(root, 'b.png.br'))]).toEqual([false, false]);
});
