import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawCode } from './draw-code.ts';
import { SAMPLE_RATE, speakCode } from './speak-code.ts';

const HEADER = 44;
/** Samples of a WAV, as loudness of windows of 20 ms. */
function loudness(wav: Buffer): number[] {
  const size = SAMPLE_RATE / 50;
  const windows = Math.floor((wav.length - HEADER) / 2 / size);
  return Array.from({ length: windows }, (_, n) => {
    let sum = 0;
    for (let i = 0; i < Math.floor(size); i++)
      sum += Math.abs(wav.readInt16LE(HEADER + 2 * (Math.floor(n * size) + i)));
    return sum / size;
  });
}
/** Number of stretches of speech that silence of 200 ms separates. */
function countSpoken(wav: Buffer): number {
  let [spoken, quiet] = [0, Infinity];
  for (const level of loudness(wav)) {
    if (level < 600) quiet += 1;
    else {
      if (quiet >= 10) spoken += 1;
      quiet = 0;
    }
  }
  return spoken;
}

describe('speakCode', () => {
  it.each(['zh', 'en'] as const)('speaks each digit, separated by silence: %s', async (locale) => {
    for (const code of ['023456', '788888', '222222']) expect(countSpoken(await speakCode(code, locale))).toBe(6);
  });

  it('speaks the language that is asked for, and never twice the same', async () => {
    const [zh, en, again] = await Promise.all([speakCode('2', 'zh'), speakCode('2', 'en'), speakCode('2', 'zh')]);
    expect(zh.equals(en)).toBe(false);
    expect(zh.equals(again)).toBe(false);
    const seconds = (zh.length - HEADER) / 2 / SAMPLE_RATE;
    expect(seconds).toBeGreaterThan(0.9);
    expect(seconds).toBeLessThan(2.5);
  });
});

describe('drawCode', () => {
  /** Share of each sixth of the picture that is dark with 3 pixels around: digits, but not the thinner lines. */
  async function thickInkOf(code: string): Promise<number[]> {
    const { data, info } = await sharp(await drawCode(code))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const isDark = (x: number, y: number) => data[y * width + x]! < 128;
    const ink = Array(6).fill(0) as number[];
    for (let y = 3; y < height - 3; y++)
      for (let x = 3; x < width - 3; x++)
        if (isDark(x, y) && isDark(x - 3, y) && isDark(x + 3, y) && isDark(x, y - 3) && isDark(x, y + 3))
          ink[Math.floor((x / width) * 6)]! += 6 / (width * height);
    return ink;
  }

  it('draws all six digits dark on white, never twice the same', async () => {
    for (const code of ['023456', '788888'])
      for (const share of await thickInkOf(code)) expect(share).toBeGreaterThan(0.015);
    const [one, two] = await Promise.all([drawCode('204867'), drawCode('204867')]);
    expect(one.equals(two)).toBe(false);
    expect(await sharp(one).metadata()).toMatchObject({ width: 480, height: 160, format: 'png' });
  });
});
