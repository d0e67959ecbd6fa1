import decodeQR from 'qr/decode.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isBadge } from '#src/contract/rules/terminal.ts';
import { useT } from '#src/i18n/island.tsx';

/** Time between two pictures that are looked at, ms. */
const INTERVAL_MS = 150;
/** Longer side of the picture that is looked at, pixels: a badge that fills a third of it is read. */
const SIZE = 640;

type Props = {
  /** Called once, with the number of a badge. */
  onRead: (badge: string) => void;
};

/** Picture of the camera, in which the QR code of a badge is looked for. The camera is off as soon as one was read, or this is left. */
export function BadgeCamera({ onRead }: Props) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<'denied' | 'none' | 'failed' | null>(null);
  const [isOther, setOther] = useState(false);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const canvas = new OffscreenCanvas(1, 1);
    const pixels = canvas.getContext('2d', { willReadFrequently: true })!;
    const look = () => {
      const text = video.current && textIn(video.current, canvas, pixels);
      if (text && isBadge(text)) {
        stop();
        read(text);
        return;
      }
      setOther(Boolean(text));
      timer = setTimeout(look, INTERVAL_MS);
    };
    const start = async () => {
      // Absent where the page did not come over https.
      if (!('mediaDevices' in navigator)) return setProblem('none');
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } });
      } catch (error) {
        return setProblem(problemOf(error));
      }
      if (isOver) return stop();
      video.current!.srcObject = stream;
      look();
    };
    void start();
    return stop;
  }, []);
  if (problem)
    return (
      <p role="alert" className="alert alert-warning alert-soft">
        {t(`terminal:camera.${problem}`)}
      </p>
    );
  return (
    <div>
      <video
        ref={video}
        className="badge-camera aspect-video w-full rounded-box bg-base-300 object-cover"
        aria-label={t('terminal:camera.picture')}
        autoPlay
        playsInline
        muted
      />
      <p role="status" className="mt-2 text-sm text-muted">
        {t(isOther ? 'terminal:camera.other' : 'terminal:camera.hint')}
      </p>
    </div>
  );
}

/** The text of the QR code in the present picture; null: there is none. */
function textIn(video: HTMLVideoElement, canvas: OffscreenCanvas, pixels: OffscreenCanvasRenderingContext2D) {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const scale = Math.min(1, SIZE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  pixels.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(pixels.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // The decoder throws where it finds no code, or half of one.
    return null;
  }
}

function problemOf(error: unknown) {
  const { name } = error as DOMException;
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed';
}
