import { writeFileSync } from 'node:fs';
import { encode } from 'uqr';

const [WIDTH, HEIGHT, MODULE] = [640, 480, 6];

/** Writes a film (Y4M) that Chromium takes for what its camera sees: the QR code of a text on grey paper. */
export function writeQrFilm(file: string, text: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const [left, top] = [(WIDTH - size * MODULE) / 2, (HEIGHT - size * MODULE) / 2].map(Math.round) as [number, number];
  const light = Buffer.alloc(WIDTH * HEIGHT, 150);
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      for (let line = 0; line < MODULE; line += 1) {
        const from = (top + y * MODULE + line) * WIDTH + left + x * MODULE;
        light.fill(isDark ? 40 : 220, from, from + MODULE);
      }
    }),
  );
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  );
}
