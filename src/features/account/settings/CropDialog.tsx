import 'react-easy-crop/react-easy-crop.css';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { upload } from '#src/client/upload.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { cutOut, drawArea, maxZoom } from './crop.ts';

/** Side of the uploaded image, pixels: the size that the server stores. */
const SIDE = 512;
/** Screen pixels per arrow key press, and zoom factor per key press. */
const STEP = 10;
const NOTCH = 1.15;
/** Pixels of the previews, for a device pixel ratio of 2. */
const PREVIEWS = [
  { pixels: 144, className: 'size-18' },
  { pixels: 72, className: 'size-9' },
];

export type CropDialogProps = {
  picture: ImageBitmap;
  /** The same image as an object URL. */
  url: string;
  onClose: () => void;
  /** Called with the URL of the stored image; the dialog closes afterwards. */
  onSaved: (headPortrait: string | null) => void;
};

/**
 * Moves and zooms an image in a round crop area, by pointer, touch, wheel and keys, and uploads the crop. The server
 * validates and crops it again. Loaded on demand; its styles are a separate file, because our Content-Security-Policy
 * blocks `<style>`.
 */
export function CropDialog({ picture, url, onClose, onSaved }: CropDialogProps) {
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

  const save = useAction(async () => {
    if (!area.current) return;
    const { signal } = (sending.current = new AbortController());
    setProblem('');
    setProgress(0);
    try {
      const file = await cutOut(picture, area.current, SIDE);
      const { id } = await upload(
        'POST /system/auth/upload/pic',
        { file, use: 'avatar' },
        { signal, isShowErrTip: false, onProgress: setProgress },
      );
      const { headPortrait } = await api(
        'PUT /user/auth/enterprise/user/info/update',
        { headPortraitFileId: id },
        { signal, isShowErrTip: false },
      );
      onSaved(headPortrait);
      dialog.current?.close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The crop is kept, so that the user can retry.
      if (!signal.aborted)
        setProblem(Object.values(error.fields)[0] || error.message || t('account:login.unreachable'));
    } finally {
      setProgress(null);
    }
  });
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
        {t('account:avatar.crop')}
      </h2>
      <p id="crop-hint" className="mt-1 text-sm text-muted">
        {t('account:avatar.cropHint')}
      </p>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-6">
        <div className="relative size-64 overflow-hidden rounded-box bg-base-300" onKeyDown={onKeyDown}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={max}
            aspect={1}
            cropShape="round"
            objectFit="cover"
            showGrid={false}
            keyboardStep={STEP}
            disableAutomaticStylesInjection
            cropperProps={{
              role: 'application',
              'aria-label': t('account:avatar.frame'),
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
          {PREVIEWS.map(({ pixels, className }) => (
            <canvas
              key={pixels}
              ref={(canvas) => {
                previews.current.set(pixels, canvas!);
                return () => void previews.current.delete(pixels);
              }}
              width={pixels}
              height={pixels}
              className={`rounded-full bg-base-300 ${className}`}
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
          aria-label={t('account:avatar.zoom')}
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
          aria-label={t('account:avatar.progress')}
        />
      )}
      <p role="alert" className="mt-3 text-sm text-error empty:hidden">
        {problem}
      </p>
      <div className="modal-action">
        <button type="button" className="btn btn-ghost" onClick={() => dialog.current?.close()}>
          {t('common:cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={save.isPending}
          onClick={() => void save.run()}
        >
          {t('account:avatar.save')}
        </button>
      </div>
    </dialog>
  );
}
