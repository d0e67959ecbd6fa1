/** A square cut out of a picture: `x` and `y` are its centre in pixels of the picture, `zoom` 1 is the largest square. */
export type Crop = { width: number; height: number; x: number; y: number; zoom: number };

/** A cut-out is never smaller than this, pixels of the picture: it would be a blur. */
const SMALLEST = 64;
const MAX_ZOOM = 8;

/** The largest square in the middle. */
export function wholeOf(width: number, height: number): Crop {
  return { width, height, x: width / 2, y: height / 2, zoom: 1 };
}

/** How far a picture can be zoomed in. */
export function maxZoom({ width, height }: Crop): number {
  return Math.max(1, Math.min(MAX_ZOOM, Math.min(width, height) / SMALLEST));
}

/** The square, in pixels of the picture. */
export function squareOf({ width, height, x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: x - side / 2, top: y - side / 2, side };
}

/** Moves the picture under the frame; `dx` and `dy` are shares of the frame's side. It never leaves the frame. */
export function moved(crop: Crop, dx: number, dy: number): Crop {
  const { side } = squareOf(crop);
  return inside({ ...crop, x: crop.x - dx * side, y: crop.y - dy * side });
}

/** Zooms, so that what lies under a point of the frame (shares of its side) stays there. */
export function zoomed(crop: Crop, zoom: number, at = { x: 0.5, y: 0.5 }): Crop {
  const next = { ...crop, zoom: Math.min(maxZoom(crop), Math.max(1, zoom)) };
  const grown = squareOf(crop).side - squareOf(next).side;
  return inside({ ...next, x: crop.x + (at.x - 0.5) * grown, y: crop.y + (at.y - 0.5) * grown });
}

function inside(crop: Crop): Crop {
  const half = squareOf(crop).side / 2;
  return { ...crop, x: within(half, crop.x, crop.width - half), y: within(half, crop.y, crop.height - half) };
}

const within = (min: number, value: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));
