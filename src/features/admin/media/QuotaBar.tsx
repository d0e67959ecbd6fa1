import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';
import { fileSizeText } from '#src/lib/file-size.ts';
import { QUOTA } from './media-list.ts';

/** Share of the quota from which the bar warns. */
const NEARLY_FULL = 0.9;

/** How much storage the library uses. */
export function QuotaBar() {
  const t = useT();
  const { data } = useCall(QUOTA, {});
  if (!data) return null;
  const { usedBytes, quotaBytes, fileCount, fileBytes } = data;
  const share = Math.min(1, usedBytes / quotaBytes);
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted tabular-nums">
      <progress
        className={`progress w-48 ${share > NEARLY_FULL ? 'progress-warning' : 'progress-primary'}`}
        value={share}
        max={1}
        aria-label={t('media:quota')}
      />
      <span>
        {t('media:quotaText', {
          ...{ used: fileSizeText(usedBytes), quota: fileSizeText(quotaBytes), count: fileCount },
          largest: fileSizeText(fileBytes),
        })}
      </span>
    </div>
  );
}
