import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import '#src/components/prose.css';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import type { BodyProps } from './body.ts';
import { Outline, PageTurner, Tool, turnByKey } from './PageTurner.tsx';

type Page = Data<'GET /course/auth/study/document/page'>;

/** A document that the server has converted to pages of HTML: Word, Excel, PowerPoint, text, Markdown. */
export function HtmlPages({ resource, document, page, onPage, onShown }: BodyProps) {
  const t = useT();
  const { outline, pageCount, format } = document;
  const [content, setContent] = useState<Page | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const [outlined, setOutlined] = useState(false);
  const pages = useRef(new Map<number, Promise<Page>>());
  const area = useRef<HTMLDivElement>(null);
  const resourceId = resource.subResourceId;

  useEffect(() => {
    let gone = false;
    const read = (number: number) => {
      let reading = pages.current.get(number);
      if (!reading) {
        reading = api('GET /course/auth/study/document/page', { resourceId, number }, { isShowErrTip: false });
        pages.current.set(number, reading);
        reading.catch(() => pages.current.delete(number));
      }
      return reading;
    };
    setFailed(null);
    read(page).then(
      (found) => {
        if (gone) return;
        setContent(found);
        onShown(page);
        area.current?.scrollTo({ top: 0 });
        // The next page is at hand when it is turned; if it fails, it is read again then.
        if (page < pageCount) read(page + 1).catch(() => undefined);
      },
      (error: unknown) => gone || setFailed(error instanceof ApiError ? error.message : ''),
    );
    return () => {
      gone = true;
    };
  }, [resourceId, page, pageCount, onShown, tries]);

  const kind = format === 'pptx' ? 'slide' : format === 'xlsx' ? 'sheet' : 'section';
  return (
    <>
      <div
        className="flex flex-wrap items-center gap-2 border-b border-base-300 px-2 py-1"
        role="toolbar"
        aria-label={t('document:tools')}
      >
        {outline.length > 1 && (
          <Tool icon="list" label={t('document:outline')} pressed={outlined} onClick={() => setOutlined(!outlined)} />
        )}
        <PageTurner page={page} count={pageCount} onPage={onPage} />
      </div>
      <div className="flex flex-col md:flex-row">
        {outlined && <Outline chapters={outline} page={page} onPage={onPage} />}
        <div
          ref={area}
          role="group"
          aria-label={t(`document:part.${kind}`, { number: page, count: pageCount })}
          tabIndex={0}
          data-loading={content === null && failed === null ? '' : undefined}
          className="max-h-[75dvh] min-h-48 min-w-0 grow overflow-auto p-4 sm:p-6"
          onKeyDown={(event) => turnByKey(event, { page, count: pageCount, onPage })}
        >
          {failed !== null ? (
            <LoadError error={{ message: failed }} isLoading={false} onRetry={() => setTries(tries + 1)} />
          ) : content?.number !== page ? (
            <Skeleton lines={6} />
          ) : (
            <>
              {format === 'xlsx' && <h3 className="mb-3 font-semibold">{content.title}</h3>}
              {content.html === '' ? (
                <p className="text-muted">{t('document:emptySlide')}</p>
              ) : (
                <div className="prose max-w-none *:first:mt-0" dangerouslySetInnerHTML={{ __html: content.html }} />
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}
