import { describe, expect, it } from 'vitest';
import { maxZoom, moved, squareOf, wholeOf, zoomed } from './crop.ts';

describe('a square out of a picture', () => {
  it('begins as the largest one in the middle', () => {
    expect(squareOf(wholeOf(900, 600))).toEqual({ left: 150, top: 0, side: 600 });
    expect(squareOf(wholeOf(300, 1000))).toEqual({ left: 0, top: 350, side: 300 });
  });

  it('moves against the picture, as far as there is picture', () => {
    const crop = moved(wholeOf(900, 600), 0.1, 0.5);
    expect(squareOf(crop)).toEqual({ left: 90, top: 0, side: 600 });
    expect(squareOf(moved(crop, 9, 9)).left).toBe(0);
    expect(squareOf(moved(crop, -9, -9))).toEqual({ left: 300, top: 0, side: 600 });
  });

  it('zooms into the point under the pointer', () => {
    const crop = wholeOf(800, 800);
    expect(squareOf(zoomed(crop, 2))).toEqual({ left: 200, top: 200, side: 400 });
    expect(squareOf(zoomed(crop, 2, { x: 0, y: 1 }))).toEqual({ left: 0, top: 400, side: 400 });
    // The point at three quarters is the same one before and after.
    const at = { x: 0.75, y: 0.25 };
    const { left, top, side } = squareOf(zoomed(crop, 4, at));
    expect(left + at.x * side).toBeCloseTo(600);
    expect(top + at.y * side).toBeCloseTo(200);
  });

  it('zooms out to the whole again, and never past it', () => {
    const far = moved(zoomed(wholeOf(800, 600), 4), -1, -1);
    expect(squareOf(zoomed(far, 0.2))).toEqual({ left: 200, top: 0, side: 600 });
  });

  it('does not zoom into a blur', () => {
    expect(maxZoom(wholeOf(4000, 3000))).toBe(8);
    expect(maxZoom(wholeOf(128, 500))).toBe(2);
    expect(maxZoom(wholeOf(20, 20))).toBe(1);
    expect(zoomed(wholeOf(128, 500), 99).zoom).toBe(2);
  });
});
