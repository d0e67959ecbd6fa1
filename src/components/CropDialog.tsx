import 'react-easy-crop/react-easy-crop.css';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useT } from '#src/i18n/island.tsx';
import { cutOut, drawArea, maxZoom } from './crop.ts';
import { Icon } from './Icon.tsx';

/** Screen pixels per arrow key press, and zoom factor per key press. */
const STEP = 10;
const NOTCH = 1.15;
export type CropDialogProps = {
  picture: ImageBitmap;
  /** The same image as an object URL. */
  url: string;
  shape: CropShape;
  texts: Record<'title' | 'hint' | 'frame' | 'zoom' | 'progress' | 'save', string>;
  onClose: () => void;
  /** Stores the crop. @returns what went wrong, which is shown; empty: it is stored, and the dialog closes */
  onSave: (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<string>;
};

/** What is cut out. `width`: of the result, pixels at most; `previews`: pixels for a device pixel ratio of 2. */
export type CropShape = {
  isRound: boolean;
  /** Width by height. */
  aspect: number;
  width: number;
  previews: readonly { pixels: number; className: string }[];
};

/**
 * Moves and zooms an image in a crop area, by pointer, touch, wheel and keys, and has the crop stored. The server validates it
 * again. Loaded on demand; its styles are a separate file, because our Content-Security-Policy blocks `<style>`.
 */
export function CropDialog({ picture, url, shape, texts, onClose, onSave }: CropDialogProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<RefObject<HTMLDivElement | null>>(null);
  const previews = useRef(new Map<number, HTMLCanvasElement>());
  const area = useRef<Area>(null);
  const sending = useRef<AbortController>(undefined);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [loaded, setLoaded] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const max = maxZoom(picture);
  const zoomTo = (next: number) => setZoom(Math.min(max, Math.max(1, next)));

  useEffect(() => dialog.current!.showModal(), []);
  // The crop area exists once the image is measured.
  useEffect(() => {
    if (loaded) frame.current?.current?.focus();
  }, [loaded]);

  const save = async () => {
    if (!area.current || sending.current) return;
    const { signal } = (sending.current = new AbortController());
    setProblem('');
    setProgress(0);
    try {
      const wrong = await onSave(await cutOut(picture, area.current, shape.width), { signal, onProgress: setProgress });
      // The crop is kept, so that the user can retry.
      if (wrong) setProblem(signal.aborted ? '' : wrong);
      else dialog.current?.close();
    } finally {
      sending.current = undefined;
      setProgress(null);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { '+': zoom * NOTCH, '=': zoom * NOTCH, '-': zoom / NOTCH, '0': 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    zoomTo(next);
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="crop-title"
      // No `modal`: its opening animation would distort the cropper's measurements.
      className="floating m-auto w-[min(28rem,calc(100vw-2rem))] p-6 text-base-content backdrop:bg-black/40"
      onClose={() => {
        sending.current?.abort();
        onClose();
      }}
    >
      <h2 id="crop-title" className="text-lg font-semibold">
        {texts.title}
      </h2>
      <p id="crop-hint" className="mt-1 text-sm text-muted">
        {texts.hint}
      </p>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-6">
        <div className="relative size-64 overflow-hidden rounded-box bg-base-300" onKeyDown={onKeyDown}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={max}
            aspect={shape.aspect}
            cropShape={shape.isRound ? 'round' : 'rect'}
            objectFit="cover"
            showGrid={false}
            keyboardStep={STEP}
            disableAutomaticStylesInjection
            cropperProps={{
              role: 'application',
              'aria-label': texts.frame,
              'aria-describedby': 'crop-hint',
            }}
            setCropperRef={(ref) => {
              frame.current = ref;
            }}
            onMediaLoaded={() => setLoaded(true)}
            onCropChange={setCrop}
            onZoomChange={zoomTo}
            onCropAreaChange={(_share, pixels) => {
              area.current = pixels;
              for (const canvas of previews.current.values()) drawArea(canvas, picture, pixels);
            }}
          />
        </div>
        <div className="flex items-end gap-3 sm:flex-col sm:items-center" aria-hidden="true">
          {shape.previews.map(({ pixels, className }) => (
            <canvas
              key={pixels}
              ref={(canvas) => {
                previews.current.set(pixels, canvas!);
                return () => void previews.current.delete(pixels);
              }}
              width={pixels}
              height={Math.round(pixels / shape.aspect)}
              className={`bg-base-300 ${shape.isRound ? 'rounded-full' : 'rounded-box'} ${className}`}
            />
          ))}
        </div>
      </div>
      <label className="mt-4 flex items-center gap-3 text-sm">
        <Icon name="minus" className="size-4 text-muted" />
        <input
          type="range"
          min={1}
          max={max}
          step={0.01}
          value={zoom}
          disabled={max === 1}
          aria-label={texts.zoom}
          className="range range-primary range-xs grow"
          onChange={({ target }) => zoomTo(target.valueAsNumber)}
        />
        <Icon name="plus" className="size-4 text-muted" />
      </label>
      {progress !== null && (
        <progress
          className="progress progress-primary mt-4 w-full"
          max={1}
          value={progress}
          aria-label={texts.progress}
        />
      )}
      <p role="alert" className="mt-3 text-sm text-error empty:hidden">
        {problem}
      </p>
      <div className="modal-action">
        <button type="button" className="btn btn-ghost" onClick={() => dialog.current?.close()}>
          {t('common:cancel')}
        </button>
        <button type="button" className="btn btn-primary" aria-disabled={progress !== null} onClick={() => void save()}>
          {texts.save}
        </button>
      </div>
    </dialog>
  );
}
