import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '#src/client/notify.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

/** Quiet zone around the code in modules (ISO/IEC 18004). */
const QUIET = 4;

type Props = { title: string; link: string; className: string };
type Code = { path: string; size: number };

/** The page's URL to copy, share with another app, or scan; the QR code is generated when first shown. */
export function Share({ title, link, className }: Props) {
  const t = useT();
  const popover = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState<Code | null>(null);
  const canShare = useHydrated() && 'share' in navigator;

  const draw = async () => {
    if (!code) setCode(await codeOf(link));
  };
  // Opened before the island was hydrated.
  const onStart = useEffectEvent(() => {
    if (popover.current!.matches(':popover-open')) void draw();
  });
  useEffect(() => onStart(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // The clipboard API exists on https and localhost only; on plain http `execCommand` is used.
      field.current!.select();
      document.execCommand('copy');
    }
    notify(t('course:share.copied'), 'success');
  };
  // Rejected when the user cancels.
  const handOver = () => void navigator.share({ title, url: link }).catch(() => undefined);

  return (
    <>
      <button type="button" popoverTarget="share" className={className}>
        <Icon name="share" />
        {t('course:share.button')}
      </button>
      <div
        ref={popover}
        id="share"
        popover="auto"
        role="dialog"
        aria-labelledby="share-title"
        onToggle={({ newState }) => newState === 'open' && void draw()}
        className="floating inset-0 m-auto w-80 max-w-[90vw] p-5 text-base-content backdrop:bg-black/40"
      >
        <div className="mb-3 flex items-center justify-between">
          <p id="share-title" className="font-semibold">
            {t('course:share.title')}
          </p>
          <button
            type="button"
            popoverTarget="share"
            popoverTargetAction="hide"
            className="btn btn-ghost btn-sm btn-square -me-2"
            aria-label={t('common:close')}
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
        {/* Scanners need dark on light in both themes. */}
        <div
          role="img"
          aria-label={t('course:share.qr')}
          className="mx-auto grid size-48 place-items-center rounded-box bg-white"
        >
          {code && (
            <svg viewBox={`0 0 ${code.size} ${code.size}`} shapeRendering="crispEdges" className="size-full">
              <path d={code.path} />
            </svg>
          )}
        </div>
        <p className="mt-2 text-center text-sm text-muted">{t('course:share.scan')}</p>
        <label className="mt-4 block">
          <span className="sr-only">{t('course:share.link')}</span>
          <input ref={field} type="text" readOnly value={link} className="input w-full text-sm" />
        </label>
        <div className="mt-3 flex gap-2">
          <button type="button" onClick={() => void copy()} className="btn btn-primary btn-sm h-10 grow text-sm">
            <Icon name="link" />
            {t('course:share.copy')}
          </button>
          {canShare && (
            <button type="button" onClick={handOver} className="btn btn-sm h-10 grow text-sm">
              <Icon name="share" />
              {t('course:share.native')}
            </button>
          )}
        </div>
      </div>
    </>
  );
}

async function codeOf(text: string): Promise<Code> {
  const { qrPath } = await import('#src/lib/qr-path.ts');
  return qrPath(text, QUIET);
}
