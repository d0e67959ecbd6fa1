import { useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { Confirm } from '../../kit/Confirm.tsx';

type Props = {
  versions: Data<'GET /course/auth/certificate/template/view'>['versions'];
  timeZone: string;
  isUnsaved: boolean;
  onRestore: (version: number) => Promise<void>;
};

/** What was published of a template, newest first; each can become the draft again. */
export function TemplateVersions({ versions, timeZone, isUnsaved, onRestore }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [restored, setRestored] = useState<number | null>(null);
  if (versions.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{t('record:template.versions')}</h2>
      <ol className="flex flex-col divide-y divide-base-300">
        {versions.map(({ id, version, publishedAt, issuedCount }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <p>
              <span className="font-medium">{t('record:template.version', { version })}</span>
              <span className="text-sm text-muted">
                {' · '}
                <time dateTime={publishedAt}>{dateTimeText(publishedAt, timeZone, locale)}</time>
                {' · '}
                {t('record:template.issued', { count: issuedCount })}
              </span>
            </p>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={!hydrated}
              onClick={() => setRestored(version)}
            >
              {t('record:template.restore')}
              <span className="sr-only">{version}</span>
            </button>
          </li>
        ))}
      </ol>
      {restored !== null && (
        <Confirm
          title={t('record:template.confirmRestore', { version: restored })}
          consequences={[t(isUnsaved ? 'record:template.restoreUnsaved' : 'record:template.restoreHint')]}
          action={t('record:template.restore')}
          onConfirm={() => onRestore(restored)}
          onClose={() => setRestored(null)}
        />
      )}
    </section>
  );
}
