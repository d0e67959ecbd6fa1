import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locale } from '#src/i18n/locale.ts';

/** Samples per second of the voices. */
export const SAMPLE_RATE = 11_025;
/** Between digits, milliseconds: long enough to type each. */
const PAUSE = { least: 350, most: 600 };
/** Largest change of the speed of a digit. */
const SPEED = 0.08;
/** Loudness of the noise, of 32,767. */
const NOISE = 350;
const HEADER_BYTES = 44;

/**
 * Speaks the digits of a code in the language of the page: 16-bit mono WAV. Pauses, speed and noise differ each time, so that no
 * two recordings of a digit are equal.
 */
export async function speakCode(code: string, locale: Locale): Promise<Buffer> {
  const digits = await Promise.all([...code].map((digit) => voiceOf(digit, locale)));
  const parts = digits.flatMap((digit) => [silence(), atSpeed(digit, 1 + between(-SPEED, SPEED))]);
  return wav([...parts, silence()]);
}

const voices = new Map<string, Promise<Int16Array>>();
const require = createRequire(import.meta.url);

function voiceOf(digit: string, locale: Locale): Promise<Int16Array> {
  const path = require.resolve(`#src/server/account/code/picture/voices/${locale}/${digit}.pcm`);
  const kept = voices.get(path) ?? readFile(path).then((data) => new Int16Array(new Uint8Array(data).buffer));
  voices.set(path, kept);
  return kept;
}

/** A random number, with a thousandth of the range as step. */
const between = (least: number, most: number) => least + ((most - least) * randomInt(1001)) / 1000;

const silence = () => new Int16Array(Math.round((SAMPLE_RATE * between(PAUSE.least, PAUSE.most)) / 1000));

function atSpeed(samples: Int16Array, speed: number): Int16Array {
  return Int16Array.from({ length: Math.floor((samples.length - 1) / speed) }, (_, n) => {
    const at = n * speed;
    const before = Math.floor(at);
    const part = at - before;
    return samples[before]! * (1 - part) + samples[before + 1]! * part;
  });
}

function wav(parts: Int16Array[]): Buffer {
  const bytes = 2 * parts.reduce((sum, { length }) => sum + length, 0);
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  // PCM, one channel.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(2 * SAMPLE_RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  let at = HEADER_BYTES;
  for (const part of parts)
    for (const sample of part) {
      const noisy = sample + (Math.random() * 2 - 1) * NOISE;
      file.writeInt16LE(Math.round(Math.max(-32_768, Math.min(32_767, noisy))), at);
      at += 2;
    }
  return file;
}
