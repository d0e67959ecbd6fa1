import { useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { fileSizeText } from '#src/lib/file-size.ts';
import type { Resource } from '../room.ts';
import { DocumentProblem } from './DocumentProblem.tsx';

/** The list of an archive: one file of it, or all, can be downloaded. It does not count towards the progress. */
export function ArchiveList({ resource }: { resource: Resource }) {
  const t = useT();
  const query = useCall('GET /course/auth/study/archive/view', { resourceId: resource.subResourceId });
  return (
    <div className="paper overflow-hidden">
      <LoadState query={query} lines={5}>
        {({ problem, entries, entryCount, totalSize }) =>
          problem ? (
            <DocumentProblem problem={problem} resource={resource} />
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 px-4 py-2 text-sm">
                <span className="inline-flex min-w-0 grow items-center gap-2">
                  <Icon name="archive" className="size-4 text-muted" />
                  <span className="truncate">{resource.fileName}</span>
                </span>
                <span className="text-muted tabular-nums">
                  {t('document:archive.count', { count: entryCount, size: fileSizeText(totalSize) })}
                </span>
                <a href={resource.fileUrl!} download className="btn btn-primary btn-sm">
                  {t('document:archive.all')}
                </a>
              </div>
              <p className="px-4 pt-3 text-sm text-muted">{t('document:archive.hint')}</p>
              {entries.length === 0 ? (
                <EmptyState title={t('document:archive.empty')} icon="archive" />
              ) : (
                <ul className="max-h-[70dvh] overflow-y-auto p-2 text-sm">
                  {entries.map(({ path, size, url, problem: refused }, index) => (
                    <li key={index} className="flex items-center gap-3 rounded px-2 py-1.5 hover:bg-base-200">
                      <Icon name="file" className="size-4 shrink-0 text-muted" />
                      {url ? (
                        <a href={url} download className="link link-hover min-w-0 grow break-all">
                          {path}
                        </a>
                      ) : (
                        <span className="min-w-0 grow break-all text-muted">
                          {path} · {t(`document:archive.refused.${refused ?? 'unsupported'}`)}
                        </span>
                      )}
                      <span className="shrink-0 text-muted tabular-nums">{fileSizeText(size)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )
        }
      </LoadState>
    </div>
  );
}
