import type { Area } from 'react-easy-crop';

/** Minimum side of the crop area in image pixels; smaller ones would be blurred. */
const SMALLEST = 64;
const MAX_ZOOM = 8;

/** Maximum zoom factor of an image; 1: no zoom. */
export function maxZoom({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.min(MAX_ZOOM, Math.min(width, height) / SMALLEST));
}

/** Draws an area of an image, given in image pixels, onto a canvas. */
export function drawArea(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, width, height }: Area): void {
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}

/**
 * Crops an area of an image to a file.
 * @param width maximum width in pixels; a smaller area is not enlarged
 */
export async function cutOut(picture: ImageBitmap, area: Area, width: number): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(Math.min(width, area.width));
  canvas.height = Math.round((canvas.width * area.height) / area.width);
  drawArea(canvas, picture, area);
  // Browsers without WebP encoding produce PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  return new File([blob!], 'picture', { type: blob!.type });
}
