import { encode } from 'uqr';

/**
 * Returns the dark modules of a QR code as an SVG path in a square of `size` units.
 * @param border width of the quiet zone in modules; scanners want four on a dark ground
 */
export function qrPath(text: string, border: number): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size };
}
