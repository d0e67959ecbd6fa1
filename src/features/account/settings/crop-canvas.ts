import { maxZoom, moved, squareOf, wholeOf, zoomed, type Crop } from './crop.ts';

/** Share of the frame that an arrow key moves the picture by, and what a key or a notch of the wheel zooms by. */
const STEP = 0.04;
const NOTCH = 1.15;

/** What the rest of the editor needs of the canvas. */
export type CropCanvas = {
  show(picture: ImageBitmap): void;
  zoomTo(zoom: number): void;
  /** The cut-out as a picture of `side` pixels. */
  cut(side: number): HTMLCanvasElement;
};

/**
 * A canvas on which a picture is moved and zoomed under a round window: by pointer (two fingers zoom), wheel, and keys
 * (arrows, + and −).
 * @param onChange after every change, also of the zoom
 */
export function cropCanvas(
  canvas: HTMLCanvasElement,
  onChange: (zoom: number, max: number, draw: (onto: HTMLCanvasElement) => void) => void,
): CropCanvas {
  let picture: ImageBitmap | undefined;
  let crop: Crop = wholeOf(1, 1);
  const pointers = new Map<number, { x: number; y: number }>();

  const draw = (onto: HTMLCanvasElement) => {
    const context = onto.getContext('2d')!;
    const { left, top, side } = squareOf(crop);
    context.clearRect(0, 0, onto.width, onto.height);
    context.imageSmoothingQuality = 'high';
    if (picture) context.drawImage(picture, left, top, side, side, 0, 0, onto.width, onto.height);
  };
  const change = (next: Crop) => {
    crop = next;
    draw(canvas);
    shade(canvas);
    onChange(crop.zoom, maxZoom(crop), draw);
  };
  /** Point of the frame, in shares of its side. */
  const pointOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top, width } = canvas.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / width };
  };

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(end, ({ pointerId }) => pointers.delete(pointerId));
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.set(event.pointerId, now);
    if (!other) return change(moved(crop, now.x - before.x, now.y - before.y));
    const apart = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const turned = moved(crop, (now.x - before.x) / 2, (now.y - before.y) / 2);
    change(zoomed(turned, (crop.zoom * apart(now)) / Math.max(apart(before), 0.01), middle));
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      change(zoomed(crop, crop.zoom * NOTCH ** -Math.sign(event.deltaY), pointOf(event)));
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const next: Record<string, () => Crop> = {
      ArrowLeft: () => moved(crop, -STEP, 0),
      ArrowRight: () => moved(crop, STEP, 0),
      ArrowUp: () => moved(crop, 0, -STEP),
      ArrowDown: () => moved(crop, 0, STEP),
      '+': () => zoomed(crop, crop.zoom * NOTCH),
      '=': () => zoomed(crop, crop.zoom * NOTCH),
      '-': () => zoomed(crop, crop.zoom / NOTCH),
      '0': () => wholeOf(crop.width, crop.height),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !next[event.key]) return;
    event.preventDefault();
    change(next[event.key]!());
  });

  return {
    show(shown) {
      picture?.close();
      picture = shown;
      change(wholeOf(shown.width, shown.height));
    },
    zoomTo: (zoom) => change(zoomed(crop, zoom)),
    cut(side) {
      const out = document.createElement('canvas');
      // No larger than what there is: blowing up is nobody's gain.
      out.width = out.height = Math.round(Math.min(side, squareOf(crop).side));
      draw(out);
      return out;
    },
  };
}

/** Darkens what lies outside the round window. */
function shade(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')!;
  const half = canvas.width / 2;
  context.fillStyle = 'rgb(0 0 0 / 0.55)';
  context.beginPath();
  context.rect(0, 0, canvas.width, canvas.height);
  context.arc(half, half, half, 0, 2 * Math.PI, true);
  context.fill();
}
