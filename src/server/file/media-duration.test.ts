import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaDuration } from './media-duration.ts';

const demo = (file: string) => fileURLToPath(new URL(`../../demo/packs/${file}`, import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zhixing-media-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, bytes: Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

/** An element of EBML, the format of WebM. */
const element = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content]);

test('video and audio of each accepted format', async () => {
  expect(await mediaDuration(demo('huaxin/media/team-huddle.mp4'))).toBe(23);
  expect(await mediaDuration(demo('bluebay/media/night-orders.m4a'))).toBe(30);
  expect(await mediaDuration(demo('bluebay/media/wind-down.mp3'))).toBeCloseTo(24, 0);
  const milliseconds = Buffer.alloc(8);
  milliseconds.writeDoubleBE(12_500);
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const segment = element('18538067', element('1549a966', element('4489', milliseconds)));
  expect(await mediaDuration(written('talk.webm', Buffer.concat([header, segment])))).toBe(12.5);
});

test('the picture counts where there is no sound', async () => {
  const film = Buffer.from(readFileSync(demo('huaxin/media/team-huddle.mp4')));
  const sound = film.lastIndexOf('trak');
  expect(film.indexOf('soun', sound)).toBeGreaterThan(sound);
  film.write('free', sound);
  expect(await mediaDuration(written('silent.mp4', film))).toBe(23);
});

test('a file that is damaged or has no duration', async () => {
  const film = readFileSync(demo('huaxin/media/team-huddle.mp4'));
  expect(await mediaDuration(written('cut.mp4', film.subarray(0, 40)))).toBeUndefined();
  expect(await mediaDuration(written('zeros.mp4', Buffer.alloc(5_000)))).toBeUndefined();
});
