import type { Area } from 'react-easy-crop';

/** A cut-out is never smaller than this, pixels of the picture: it would be blurred. */
const SMALLEST = 64;
const MAX_ZOOM = 8;

/** How far a picture can be zoomed in; 1: not at all. */
export function maxZoom({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.min(MAX_ZOOM, Math.min(width, height) / SMALLEST));
}

/** Draws a square of a picture, given in its pixels, onto the whole of a canvas. */
export function drawArea(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, width, height }: Area): void {
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

/**
 * A square of a picture as a file.
 * @param side most pixels of its side; a smaller square is not enlarged
 */
export async function cutOut(picture: ImageBitmap, area: Area, side: number): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(Math.min(side, area.width));
  drawArea(canvas, picture, area);
  // Browsers that cannot write WebP write PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  return new File([blob!], 'avatar', { type: blob!.type });
}
