import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Skeleton } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { BodyProps } from './body.ts';
import { drawPage, markMatches } from './draw-page.ts';
import { Outline, PageTurner, Tool, turnByKey } from './PageTurner.tsx';
import { type Chapter, type Match, PdfFile } from './pdf-file.ts';
import { SearchField } from './SearchField.tsx';

/** Zoom steps; 1 is the size on paper at 72 pixels per inch. */
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Space around a page, pixels. */
const MARGIN = 32;
const NOTHING = { query: '', matches: [] as Match[], current: 0 };

/** The pages of a PDF, drawn one by one, with their text for selection, search and screen readers. */
export function PdfPages({ resource, document, page, onPage, onShown }: BodyProps) {
  const t = useT();
  const count = document.pageCount;
  const [file, setFile] = useState<PdfFile | 'failed' | null>(null);
  const [chapters, setChapters] = useState<Chapter[]>([]);
  const [outlined, setOutlined] = useState(false);
  const [zoom, setZoom] = useState<number | 'fit'>('fit');
  const [width, setWidth] = useState(0);
  /** What is drawn: the page and its scale. */
  const [drawn, setDrawn] = useState({ page: 0, scale: 1 });
  const [found, setFound] = useState(NOTHING);
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const url = document.pdfUrl ?? resource.fileUrl!;

  useEffect(() => {
    let opened: PdfFile | null = null;
    let gone = false;
    PdfFile.open(url).then(
      (pdf) => {
        if (gone) return pdf.close();
        opened = pdf;
        setFile(pdf);
        void pdf.chapters().then((list) => gone || setChapters(list));
      },
      () => gone || setFile('failed'),
    );
    return () => {
      gone = true;
      opened?.close();
    };
  }, [url]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(area.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!(file instanceof PdfFile) || width === 0) return;
    const stop = new AbortController();
    const layers = { canvas: canvas.current!, text: text.current! };
    drawPage(file, page, layers, { zoom, width: Math.max(200, width - MARGIN), signal: stop.signal }).then(
      (scale) => {
        if (scale === null || stop.signal.aborted) return;
        setDrawn({ page, scale });
        onShown(page);
      },
      () => stop.signal.aborted || setFile('failed'),
    );
    return () => stop.abort();
  }, [file, page, zoom, width, onShown]);
  useEffect(() => {
    area.current?.scrollTo({ top: 0, left: 0 });
  }, [page]);
  useEffect(() => {
    if (drawn.page !== page) return;
    const current = found.matches[found.current];
    markMatches(text.current!, found.query, current?.page === page ? current.index : null);
  }, [found, drawn, page]);

  const asked = useRef(0);
  const search = async (query: string) => {
    const number = (asked.current += 1);
    if (!(file instanceof PdfFile) || query === '') return setFound(NOTHING);
    const matches = await file.search(query, () => asked.current === number);
    if (asked.current !== number) return;
    const first = matches.findIndex((match) => match.page >= page);
    show({ query, matches, current: Math.max(0, first) });
  };
  const show = (next: typeof NOTHING) => {
    setFound(next);
    const match = next.matches[next.current];
    if (match) onPage(match.page);
  };
  const move = (by: 1 | -1) => {
    const { length } = found.matches;
    if (length > 0) show({ ...found, current: (found.current + by + length) % length });
  };
  const zoomBy = (by: 1 | -1) => {
    const steps = by === 1 ? STEPS : STEPS.toReversed();
    setZoom(steps.find((step) => (by === 1 ? step > drawn.scale + 0.01 : step < drawn.scale - 0.01)) ?? drawn.scale);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (turnByKey(event, { page, count, onPage }) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') setZoom('fit');
  };

  if (file === 'failed')
    return (
      <EmptyState
        title={t('document:pdfFailed')}
        hint={t('document:pdfFailedHint')}
        action={{ href: url, label: t('document:download') }}
        icon="file"
      />
    );
  return (
    <>
      <div
        className="flex flex-wrap items-center gap-2 border-b border-base-300 px-2 py-1"
        role="toolbar"
        aria-label={t('document:tools')}
      >
        {/* Always there: an element that comes with the chapters would move the others to another line. */}
        <Tool
          icon="list"
          label={t('document:outline')}
          disabled={chapters.length === 0}
          pressed={outlined}
          onClick={() => setOutlined(!outlined)}
        />
        <PageTurner page={page} count={count} onPage={onPage} />
        <span className="inline-flex items-center gap-1 text-sm">
          <Tool icon="zoom-out" label={t('document:zoomOut')} onClick={() => zoomBy(-1)} />
          <span className="w-12 shrink-0 text-center tabular-nums">
            {drawn.page > 0 && `${Math.round(drawn.scale * 100)}%`}
          </span>
          <Tool icon="zoom-in" label={t('document:zoomIn')} onClick={() => zoomBy(1)} />
          <Tool icon="expand" label={t('document:fitWidth')} pressed={zoom === 'fit'} onClick={() => setZoom('fit')} />
        </span>
        <SearchField
          count={found.query === '' ? null : found.matches.length}
          current={found.current}
          onSearch={search}
          onMove={move}
        />
      </div>
      <div className="flex flex-col md:flex-row">
        {outlined && <Outline chapters={chapters} page={page} onPage={onPage} />}
        <div
          ref={area}
          role="group"
          aria-label={t('document:page', { number: page, count })}
          aria-busy={drawn.page !== page}
          tabIndex={0}
          onKeyDown={onKeyDown}
          data-loading={drawn.page === 0 ? '' : undefined}
          // With a stable gutter the page that fits the width does not change it by its height.
          className="max-h-[75dvh] min-w-0 grow overflow-auto bg-base-200 document-pages"
        >
          {drawn.page === 0 && <Skeleton lines={6} />}
          <div className={`relative mx-auto my-4 w-fit bg-white shadow ${drawn.page === 0 ? 'invisible' : ''}`}>
            <canvas ref={canvas} aria-hidden="true" className="block" />
            <div ref={text} className="pdf-text" />
          </div>
        </div>
      </div>
    </>
  );
}
