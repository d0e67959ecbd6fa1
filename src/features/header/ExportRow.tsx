import type { RefCallback } from 'react';
import { BEING_MADE, FAILED, READY } from '#src/client/downloads.ts';
import { useAction } from '#src/client/use-action.ts';
import type { ExportRecord } from '#src/client/session.store.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { fileSizeText } from '#src/lib/file-size.ts';
import { relativeTime } from '#src/lib/relative-time.ts';

type Props = {
  record: ExportRecord;
  /** Milliseconds; "how long ago" counts from here. */
  now: number;
  timeZone: string;
  /** The button that gets the focus when an adjacent row is deleted. */
  deleteButton: RefCallback<HTMLButtonElement>;
  onDownload: (record: ExportRecord) => Promise<void>;
  onMakeAgain: (record: ExportRecord) => Promise<void>;
  onDelete: (record: ExportRecord) => Promise<void>;
};

const COLOURS: Record<number, string> = { [BEING_MADE]: 'text-info', [READY]: 'text-success', [FAILED]: 'text-error' };

/**
 * An export in the download centre: download if it is ready (docs/specification.md, section "Download centre"), retry
 * if it failed.
 */
export function ExportRow({ record, now, timeZone, deleteButton, onDownload, onMakeAgain, onDelete }: Props) {
  const t = useT();
  const locale = useLocale();
  const { fileName: name, fileSize, gmtCreate, exportStatus } = record;
  const { run } = useAction((act: (record: ExportRecord) => Promise<void>) => act(record));
  const tool = (icon: IconName, label: string, act: typeof onDelete, ref?: typeof deleteButton) => (
    <button
      type="button"
      ref={ref}
      className="btn btn-ghost btn-sm btn-square"
      aria-label={label}
      title={label}
      onClick={() => void run(act)}
    >
      <Icon name={icon} className="size-4" />
    </button>
  );
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-field bg-primary-soft text-primary">
        <Icon name="file" />
      </span>
      <div className="min-w-0 grow">
        <p className="line-clamp-2 text-sm font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-muted tabular-nums">
          {fileSize !== null && <span>{fileSizeText(fileSize)}</span>}
          <time dateTime={gmtCreate} title={dateTimeText(gmtCreate, timeZone, locale)}>
            {relativeTime(gmtCreate, now, locale) ?? t('common:justNow')}
          </time>
          <span className={`flex items-center gap-1 ${COLOURS[exportStatus]}`}>
            {exportStatus === BEING_MADE && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
            {t(`export:status.${exportStatus}`)}
          </span>
        </p>
      </div>
      <div className="flex shrink-0">
        {exportStatus === READY && tool('download', t('export:download', { name }), onDownload)}
        {exportStatus === FAILED && tool('refresh', t('export:again', { name }), onMakeAgain)}
        {tool('trash', t('export:delete', { name }), onDelete, deleteButton)}
      </div>
    </li>
  );
}
