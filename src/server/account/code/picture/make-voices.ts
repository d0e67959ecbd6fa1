import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_RATE } from './speak-code.ts';

/**
 * Makes the spoken digits of `voices/`: 16-bit mono samples without silence around them. Needs eSpeak NG, the voice of free screen
 * readers, and ffmpeg (Debian: espeak-ng ffmpeg). The result is committed, so that portals need neither.
 */
const SPEED = 130;
const VOICES = { zh: 'cmn', en: 'en-us' };
const WORDS: Record<string, { zh: string; en: string }> = {
  0: { zh: '零', en: 'zero' },
  2: { zh: '二', en: 'two' },
  3: { zh: '三', en: 'three' },
  4: { zh: '四', en: 'four' },
  5: { zh: '五', en: 'five' },
  6: { zh: '六', en: 'six' },
  7: { zh: '七', en: 'seven' },
  8: { zh: '八', en: 'eight' },
};
const TRIM = 'silenceremove=start_periods=1:start_threshold=-45dB';
const FILTER = `${TRIM},areverse,${TRIM},areverse,loudnorm=I=-18`;

const folder = mkdtempSync(join(tmpdir(), 'voices-'));
for (const locale of ['zh', 'en'] as const) {
  const target = join(import.meta.dirname, 'voices', locale);
  mkdirSync(target, { recursive: true });
  for (const [digit, words] of Object.entries(WORDS)) {
    const spoken = join(folder, `${locale}-${digit}.wav`);
    execFileSync('espeak-ng', ['-v', VOICES[locale], '-s', String(SPEED), '-w', spoken, words[locale]]);
    const samples = ['-ar', String(SAMPLE_RATE), '-ac', '1', '-f', 's16le', join(target, `${digit}.pcm`)];
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', spoken, '-af', FILTER, ...samples]);
  }
}
rmSync(folder, { recursive: true });
