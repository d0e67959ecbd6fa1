import { useRef } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { upload } from '#src/client/upload.ts';
import { useAction } from '#src/client/use-action.ts';
import { useT } from '#src/i18n/island.tsx';
import { type MediaView, PAGE, VIEW } from './media-list.ts';
import { UploadButton } from './UploadButton.tsx';

/** Longest side of a picture that is taken out of a video, pixels. */
const MAX_SIDE = 1280;

/** Shows a file; of a video the picture that stands for it can be taken at the place where it is. */
export function MediaPreview({ media }: { media: MediaView }) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const { id, kind, url, name, poster } = media;
  const { run: setPoster, isPending } = useAction(async (file: File) => {
    await upload('POST /data/auth/media/poster/upload', { id, file });
    notify(t('media:poster.saved'), 'success');
    invalidate(VIEW, PAGE);
  });
  const { run: removePoster } = useAction(async () => {
    await api('DELETE /data/auth/media/poster/delete', { id });
    invalidate(VIEW, PAGE);
  });
  const takeFrame = async () => {
    const blob = await frameOf(video.current!);
    if (blob) await setPoster(new File([blob], 'frame.jpg', { type: 'image/jpeg' }));
    else notify(t('media:poster.noFrame'), 'error');
  };
  const isTimed = kind === 'video' || kind === 'audio';
  return (
    <div className="flex flex-col gap-3">
      {kind === 'video' && (
        <video
          ref={video}
          className="media-view"
          src={url}
          controls
          preload="metadata"
          {...(poster && { poster })}
          aria-label={name}
        />
      )}
      {kind === 'audio' && <audio className="w-full" src={url} controls preload="metadata" aria-label={name} />}
      {kind === 'picture' && <img className="media-view" src={url} alt={name} />}
      {isTimed && (
        <div className="flex flex-wrap gap-2">
          {kind === 'video' && (
            <button type="button" className="btn btn-sm" aria-disabled={isPending} onClick={() => void takeFrame()}>
              {t('media:poster.take')}
            </button>
          )}
          <UploadButton
            label={t('media:poster.upload')}
            accept=".png,.jpg,.jpeg,.webp"
            className="btn btn-sm"
            onChoose={([first]) => void setPoster(first!.file)}
          />
          {poster && (
            <button type="button" className="btn btn-ghost btn-sm" onClick={() => void removePoster()}>
              {t('media:poster.remove')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** The picture that a video shows at its place; null before there is one. */
async function frameOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight));
  const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale));
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}
