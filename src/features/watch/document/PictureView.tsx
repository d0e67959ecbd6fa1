import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useT } from '#src/i18n/island.tsx';
import type { BodyProps } from './body.ts';
import { Tool } from './PageTurner.tsx';

const ZOOM = { min: 0.5, max: 8, step: 1.25 };
/** Distance of one press of an arrow key, pixels. */
const STEP = 60;
const FITTED = { scale: 1, turn: 0, x: 0, y: 0 };

/**
 * A picture: zoom by buttons, keys, two fingers or Ctrl and wheel, drag it, turn it by quarters. A zoomed picture takes the
 * wheel and the finger; otherwise they scroll the page.
 */
export function PictureView({ resource, page, onShown }: BodyProps) {
  const t = useT();
  const [view, setView] = useState(FITTED);
  const [isLoaded, setLoaded] = useState(false);
  const [broken, setBroken] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const isZoomed = useRef(false);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const zoom = (factor: number) =>
    setView((now) => {
      const scale = Math.min(ZOOM.max, Math.max(ZOOM.min, now.scale * factor));
      const grown = scale / now.scale;
      return { ...now, scale, x: now.x * grown, y: now.y * grown };
    });
  const pan = (x: number, y: number) => setView((now) => ({ ...now, x: now.x + x, y: now.y + y }));
  const turn = () => setView((now) => ({ ...now, turn: (now.turn + 90) % 360, x: 0, y: 0 }));

  useEffect(() => {
    isZoomed.current = view.scale > 1;
  }, [view.scale]);
  useEffect(() => {
    const element = area.current!;
    // React listens passively. The wheel scrolls the page unless the picture is zoomed; pinching a touchpad sends Ctrl.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !isZoomed.current) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? ZOOM.step : 1 / ZOOM.step);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);

  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    if (other) {
      const distance = (point: typeof now) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      zoom(distance(now) / distance(before));
    } else pan(now.x - before.x, now.y - before.y);
    fingers.current.set(event.pointerId, now);
  };
  const up = (event: PointerEvent) => fingers.current.delete(event.pointerId);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      '+': () => zoom(ZOOM.step),
      '=': () => zoom(ZOOM.step),
      '-': () => zoom(1 / ZOOM.step),
      '0': () => setView(FITTED),
      r: turn,
      ArrowLeft: () => pan(STEP, 0),
      ArrowRight: () => pan(-STEP, 0),
      ArrowUp: () => pan(0, STEP),
      ArrowDown: () => pan(0, -STEP),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const show = () => {
    setLoaded(true);
    onShown(page);
  };
  const loaded = (image: HTMLImageElement | null) => {
    // An image from the cache is complete before React listens.
    if (image?.complete && image.naturalWidth > 0) show();
  };
  return (
    <>
      <div
        className="flex flex-wrap items-center gap-1 border-b border-base-300 px-2 py-1 text-sm"
        role="toolbar"
        aria-label={t('document:tools')}
      >
        <Tool icon="zoom-out" label={t('document:zoomOut')} onClick={() => zoom(1 / ZOOM.step)} />
        <span className="w-12 text-center tabular-nums" role="status">
          {Math.round(view.scale * 100)}%
        </span>
        <Tool icon="zoom-in" label={t('document:zoomIn')} onClick={() => zoom(ZOOM.step)} />
        <Tool icon="expand" label={t('document:fit')} onClick={() => setView(FITTED)} />
        <Tool icon="rotate" label={t('document:rotate')} onClick={turn} />
      </div>
      <div
        ref={area}
        role="group"
        aria-label={t('document:pictureKeys', { title: resource.subResourceName })}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        data-loading={isLoaded || broken ? undefined : ''}
        className={`grid min-h-48 cursor-grab place-items-center overflow-hidden bg-base-200 active:cursor-grabbing ${view.scale > 1 ? 'touch-none' : 'touch-pan-y'}`}
      >
        {broken ? (
          <p className="p-6 text-muted">{t('document:problem.broken')}</p>
        ) : (
          <img
            ref={loaded}
            src={resource.fileUrl!}
            alt={resource.subResourceName}
            draggable={false}
            onLoad={show}
            onError={() => setBroken(true)}
            className="max-h-[50dvh] max-w-full select-none object-contain sm:max-h-[75dvh]"
            style={{ transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.scale})` }}
          />
        )}
      </div>
    </>
  );
}
