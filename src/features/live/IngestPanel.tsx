import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { fileSizeText } from '#src/lib/file-size.ts';
import type { Led } from './broadcast/use-broadcast.ts';

type Props = { led: Led; receiving: boolean; onChanged: () => void };

/** What ffmpeg is called with: a camera or a file becomes segments of 2 s, sent by PUT. */
const commandFor = (url: string) =>
  `ffmpeg -re -i INPUT -c:v libx264 -preset veryfast -g 60 -sc_threshold 0 -pix_fmt yuv420p -c:a aac -b:a 128k ` +
  `-f hls -hls_time 2 -hls_list_size 10 -ignore_io_errors 1 -method PUT "${url}"`;

/** The ingest of a class: key, settings for the encoder, and whether its stream arrives. */
export function IngestPanel({ led, receiving, onChanged }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const [url, setUrl] = useState<string | null>(null);
  const issue = useAction(async () => {
    const issued = await api('POST /course/auth/live/key/issue', { id: led.id });
    setUrl(issued.url);
    onChanged();
  });
  const revoke = useAction(async () => {
    await api('POST /course/auth/live/key/revoke', { id: led.id });
    setUrl(null);
    onChanged();
  });
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={t('live:ingest.title')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">{t('live:ingest.title')}</h2>
        <p className={`flex items-center gap-1 text-sm ${receiving ? 'text-success' : 'text-muted'}`} role="status">
          <Icon name={receiving ? 'check-circle' : 'offline'} className="size-4" />
          {t(receiving ? 'live:ingest.receiving' : 'live:ingest.silent')}
          {led.ingestBytes > 0 && ` · ${fileSizeText(led.ingestBytes)}`}
        </p>
      </div>
      <p className="text-sm text-muted">{t('live:ingest.hint')}</p>
      {url && (
        <>
          <p className="alert alert-warning alert-soft text-sm">{t('live:ingest.once')}</p>
          <Copied label={t('live:ingest.url')} text={url} />
          <Copied label={t('live:ingest.ffmpeg')} text={commandFor(url)} />
          <div className="text-sm">
            <p className="font-medium">{t('live:ingest.obs')}</p>
            <p className="text-muted">{t('live:ingest.obsSteps')}</p>
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary btn-sm" disabled={!hydrated} onClick={() => void issue.run()}>
          <Icon name="key" className="size-4" />
          {t(led.keyIssuedAt ? 'live:ingest.rotate' : 'live:ingest.issue')}
        </button>
        {led.keyIssuedAt && (
          <button type="button" className="btn btn-ghost btn-sm" disabled={!hydrated} onClick={() => void revoke.run()}>
            {t('live:ingest.revoke')}
          </button>
        )}
      </div>
    </section>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const t = useT();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify(t('live:ingest.copied'), 'success'),
      () => notify(t('live:ingest.notCopied'), 'error'),
    );
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <button type="button" className="btn btn-ghost btn-xs" onClick={() => void copy()}>
          {t('live:ingest.copy')}
        </button>
      </div>
      <code className="rounded-field bg-base-200 p-2 text-xs break-all select-all">{text}</code>
    </div>
  );
}
