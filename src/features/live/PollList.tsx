import { useT } from '#src/i18n/island.tsx';
import type { LiveState } from './use-live-news.ts';

type Poll = LiveState['polls'][number];
type Props = {
  polls: Poll[];
  /** The viewer's vote by poll. */
  votes: ReadonlyMap<string, number>;
  onVote?: (pollId: string, choice: number) => void;
  onClose?: (pollId: string) => void;
};

/** Polls, newest first: buttons to vote, bars with the result. */
export function PollList({ polls, votes, onVote, onClose }: Props) {
  const t = useT();
  if (polls.length === 0) return null;
  return (
    <section className="flex flex-col gap-3" aria-label={t('live:poll.label')}>
      {polls.toReversed().map((poll) => {
        const own = votes.get(poll.id);
        const canVote = Boolean(onVote) && poll.open && own === undefined;
        return (
          <fieldset key={poll.id} className="paper flex min-w-0 flex-col gap-2 p-4" data-testid="live-poll">
            <legend className="sr-only">{poll.question}</legend>
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium break-words">{poll.question}</span>
              <span className="text-xs text-muted">
                {t(poll.open ? 'live:poll.open' : 'live:poll.closed')} ·{' '}
                {t('live:poll.votes', { count: poll.voteCount })}
              </span>
            </p>
            {poll.options.map((option, choice) =>
              canVote ? (
                <button
                  key={choice}
                  type="button"
                  className="btn btn-sm h-auto min-h-8 justify-start py-1 font-normal whitespace-normal"
                  onClick={() => onVote!(poll.id, choice)}
                >
                  {option}
                </button>
              ) : (
                <PollOption
                  key={choice}
                  option={option}
                  votes={poll.votes?.[choice] ?? null}
                  total={poll.voteCount}
                  isOwn={own === choice}
                />
              ),
            )}
            {own !== undefined && poll.open && <p className="text-xs text-muted">{t('live:poll.voted')}</p>}
            {onClose && poll.open && (
              <button type="button" className="btn btn-sm self-start" onClick={() => onClose(poll.id)}>
                {t('live:poll.close')}
              </button>
            )}
          </fieldset>
        );
      })}
    </section>
  );
}

type OptionProps = { option: string; votes: number | null; total: number; isOwn: boolean };

function PollOption({ option, votes, total, isOwn }: OptionProps) {
  const t = useT();
  const percent = votes === null || total === 0 ? 0 : Math.round((votes / total) * 100);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex justify-between gap-3">
        <span className={`break-words ${isOwn ? 'font-medium text-primary' : ''}`}>
          {option}
          {isOwn && <span className="sr-only"> {t('live:poll.own')}</span>}
        </span>
        {votes !== null && (
          <span className="shrink-0 text-muted tabular-nums">
            {votes} · {percent}%
          </span>
        )}
      </p>
      {votes !== null && (
        <progress className="progress progress-primary" value={percent} max={100} aria-label={option} />
      )}
    </div>
  );
}
