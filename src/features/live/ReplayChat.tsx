import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { MessageRow } from './MessageRow.tsx';
import type { LiveMessage } from './use-live-news.ts';

/** Messages that are loaded for a replay. */
const MAX_PAGES = 30;

type Props = { sessionId: string; seconds: number; viewerId: string | null };

/** The chat beside the recording: each message appears at its second. */
export function ReplayChat({ sessionId, seconds, viewerId }: Props) {
  const t = useT();
  const [messages, setMessages] = useState<LiveMessage[]>();
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      for (let pageCurrent = 1; pageCurrent <= MAX_PAGES; pageCurrent++) {
        const page = await api(
          'POST /course/auth/live/message/page',
          { id: sessionId, pageCurrent },
          { isShowErrTip: false },
        );
        if (isGone) return;
        setMessages((before) => (pageCurrent === 1 ? page.list : [...before!, ...page.list]));
        setError(undefined);
        if (pageCurrent >= page.totalPage) return;
      }
    };
    load().catch((reason: Error) => isGone || setError(reason));
    return () => {
      isGone = true;
    };
  }, [sessionId, attempt]);
  const shown = messages?.filter(({ atSecond }) => atSecond <= seconds) ?? [];
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [shown.length]);
  return (
    <section className="paper flex max-h-[28rem] flex-col lg:max-h-[34rem]" aria-label={t('live:replay.label')}>
      <h2 className="border-b border-base-300 p-3 font-medium">{t('live:replay.label')}</h2>
      {error && <LoadError error={error} isLoading={false} onRetry={() => setAttempt(attempt + 1)} />}
      {!messages && !error && <Skeleton lines={2} />}
      {messages && shown.length === 0 && (
        <p className="p-6 text-center text-sm text-muted">
          {t(messages.length > 0 ? 'live:replay.hint' : 'live:replay.empty')}
        </p>
      )}
      {shown.length > 0 && (
        <div
          ref={list}
          role="group"
          aria-label={t('live:replay.label')}
          tabIndex={0}
          className="min-h-0 grow overflow-y-auto"
        >
          <ul className="flex flex-col gap-3 p-3">
            {shown.map((message) => (
              <MessageRow key={message.id} message={message} isOwn={message.userId === viewerId} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
