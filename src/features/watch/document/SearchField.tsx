import { type SubmitEvent, useState } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { Tool } from './PageTurner.tsx';

type Props = {
  /** Number of matches; null before a search. */
  count: number | null;
  /** The current match, from 0. */
  current: number;
  onSearch: (query: string) => Promise<void> | void;
  onMove: (by: 1 | -1) => void;
};

/** Searches the text of a document: Enter searches, then goes to the next match. */
export function SearchField({ count, current, onSearch, onMove }: Props) {
  const t = useT();
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState('');
  const [searching, setSearching] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = query.trim();
    if (wanted === asked) return onMove(1);
    setAsked(wanted);
    setSearching(true);
    await onSearch(wanted);
    setSearching(false);
  };
  return (
    <form
      role="search"
      onSubmit={(event) => void submit(event)}
      className="ms-auto inline-flex items-center gap-1 text-sm"
    >
      <input
        type="search"
        className="input input-sm w-36"
        aria-label={t('document:search')}
        placeholder={t('document:search')}
        value={query}
        maxLength={100}
        onChange={(event) => setQuery(event.target.value)}
      />
      <span role="status" className="min-w-12 text-center tabular-nums text-muted">
        {searching
          ? t('document:searching')
          : count === null
            ? ''
            : count === 0
              ? t('document:noMatch')
              : `${current + 1} / ${count}`}
      </span>
      <Tool icon="chevron-up" label={t('document:previousMatch')} disabled={!count} onClick={() => onMove(-1)} />
      <Tool icon="chevron-down" label={t('document:nextMatch')} disabled={!count} onClick={() => onMove(1)} />
    </form>
  );
}
