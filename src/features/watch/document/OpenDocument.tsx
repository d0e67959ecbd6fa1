import { useCallback, useEffect, useState } from 'react';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { documentIcon } from '#src/features/knowledge/resource-icon.ts';
import { Overlay, TakenOver } from '../Overlay.tsx';
import type { Resource, ResourceProgress } from '../room.ts';
import type { StudyPlayer } from '../study-player.ts';
import type { DocumentView } from './body.ts';
import './document.css';
import { HtmlPages } from './HtmlPages.tsx';
import { PictureView } from './PictureView.tsx';
import { usePageCoverage } from './use-page-coverage.ts';

const PdfPages = lazyPart(async () => (await import('./PdfPages.tsx')).PdfPages);

type Props = { resource: Resource; progress: ResourceProgress; player: StudyPlayer; document: DocumentView };

/** A document whose pages are read one by one; the page of a note, or the one last open, is shown first. */
export function OpenDocument({ resource, progress, player, document }: Props) {
  const t = useT();
  const { pageCount, format } = document;
  const inside = useCallback((wanted: number) => Math.min(pageCount, Math.max(1, wanted)), [pageCount]);
  const [page, setPage] = useState(() => inside(player.$jump.get()?.position ?? document.resumePage));
  const [shown, setShown] = useState<number | null>(null);
  const coverage = usePageCoverage({ resource, progress, player, document, page, shown });
  const onPage = useCallback((wanted: number) => setPage(inside(wanted)), [inside]);
  useEffect(() => player.$jump.listen((to) => to && onPage(to.position)), [player, onPage]);
  useEffect(() => {
    // Notes about a picture have no place.
    player.$page.set(format === 'picture' ? null : page);
    return () => player.$page.set(null);
  }, [player, format, page]);
  const body = { resource, document, page, onPage, onShown: setShown };
  return (
    <div data-phase={coverage.phase}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-base-300 px-4 py-2 text-sm">
        <span className="inline-flex min-w-0 grow items-center gap-2">
          <Icon
            name={format === 'picture' ? 'image' : documentIcon(resource.documentKind)}
            className="size-4 text-muted"
          />
          <span className="truncate">{resource.fileName}</span>
        </span>
        <span className="text-muted tabular-nums" role="status">
          {t('document:seen', { seen: coverage.seen, count: pageCount })}
          {' · '}
          {coverage.left > 0 ? t('document:left', { seconds: coverage.left }) : t('document:pageSeen')}
        </span>
        <a href={resource.fileUrl!} download className="link link-primary inline-flex items-center gap-1">
          <Icon name="download" className="size-4" />
          {t('document:download')}
        </a>
      </div>
      <div className="relative">
        {format === 'pdf' ? (
          <PdfPages {...body} />
        ) : format === 'picture' ? (
          <PictureView {...body} />
        ) : (
          <HtmlPages {...body} />
        )}
        {coverage.phase === 'takenOver' ? (
          <TakenOver onContinue={coverage.goOn} />
        ) : coverage.phase === 'offline' ? (
          <Overlay
            icon="offline"
            title={t('study:record.offline')}
            action={t('common:retry')}
            onAction={coverage.goOn}
          />
        ) : (
          coverage.idle && (
            <Overlay
              icon="clock"
              title={t('study:reader.idle')}
              hint={t('study:reader.idleHint')}
              action={t('study:reader.stillHere')}
              onAction={coverage.wake}
            />
          )
        )}
      </div>
    </div>
  );
}
