import { useEffect, useRef } from 'react';
import { useCall } from '#src/client/query.ts';
import type { Input } from '#src/contract/calls.ts';
import { CALLS, type By, type OwnRank, type RankPage } from './rankings.ts';

export type Ranking = { by: By; page: RankPage; own: OwnRank };

/**
 * A page of a ranking and the viewer's own place in it, as one query for `LoadState`. While another one loads, the
 * previous one stays visible.
 */
export function useRanking(by: By, input: Input<(typeof CALLS)['points'][0]>) {
  const [listCall, ownCall] = CALLS[by];
  const list = useCall(listCall, input);
  const own = useCall(ownCall, { year: input.year });
  const isFresh = list.data && own.data && !list.isPrevious && !own.isPrevious;
  const fresh: Ranking | undefined = isFresh ? { by, page: list.data!, own: own.data! } : undefined;
  const latest = useRef(fresh);
  useEffect(() => {
    if (fresh) latest.current = fresh;
  });
  const error = list.error ?? own.error;
  return {
    // After an error, the data of another ranking is not shown.
    data: fresh ?? (error ? undefined : latest.current),
    error,
    isLoading: list.isLoading || own.isLoading,
    isPrevious: !fresh,
    reload: () => {
      list.reload();
      own.reload();
    },
  };
}
