/** Synthesised background music: slow chords, and a bell at the start of each scene. Mono, 16 bit. */

export const RATE = 16_000;
const chords = [
  [0, 7, 16, 19],
  [-3, 4, 12, 16],
  [-7, 5, 9, 16],
  [-5, 2, 11, 14],
];

/**
 * Generates the music.
 * @param root MIDI number of the key note
 * @param bells times of the bells in seconds
 * @returns little-endian PCM
 */
export function tones(seconds: number, root: number, bells: number[]): Buffer {
  const samples = Math.round(seconds * RATE);
  const sum = new Float32Array(samples);
  const pitch = (note: number) => 440 * 2 ** ((note - 69) / 12);
  const add = (
    start: number,
    length: number,
    frequency: number,
    level: number,
    envelope: (share: number, at: number) => number,
  ) => {
    const first = Math.max(0, Math.round(start * RATE));
    const last = Math.min(samples, Math.round((start + length) * RATE));
    for (let index = first; index < last; index += 1) {
      const at = (index - first) / RATE;
      sum[index]! += Math.sin(2 * Math.PI * frequency * at) * level * envelope(at / length, at);
    }
  };
  const span = 6;
  for (let bar = 0; bar * span < seconds; bar += 1) {
    for (const [voice, step] of chords[bar % chords.length]!.entries()) {
      // Bars overlap and fade in and out, so that transitions are not audible.
      add(
        bar * span - 1,
        span + 2,
        pitch(root + step),
        0.11 - voice * 0.018,
        (share) => Math.sin(Math.PI * share) ** 2,
      );
    }
  }
  for (const bell of bells) {
    for (const [step, level] of [
      [24, 0.12],
      [31, 0.05],
      [36, 0.025],
    ] as const) {
      add(bell, 2.4, pitch(root + step), level, (_, at) => Math.min(1, at * 60) * Math.exp(-at * 2.6));
    }
  }
  const pcm = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index += 1) {
    const edge = Math.min(1, index / RATE, (samples - index) / RATE);
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sum[index]! * edge)) * 30_000), index * 2);
  }
  return pcm;
}
