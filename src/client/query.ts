import { nanoquery } from '@nanostores/query';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Call, Data, Input, UploadCall } from '#src/contract/calls.ts';
import { ApiError } from './api-error.ts';
import { type Api, api } from './api.ts';

/** Calls available to queries: all except uploads. */
type ReadCall = Exclude<Call, UploadCall>;
type Cached = { data?: unknown; error?: unknown; created?: number; expires?: number };

/** Result of a query for a component. */
export type Query<T> = {
  /** The latest data; while new data is loading, the previous data. */
  data: T | undefined;
  /** Error of the last request; `data` is then older. */
  error: ApiError | undefined;
  isLoading: boolean;
  /** `data` belongs to an earlier input, e.g. the previous page; the data of the current input is still loading. */
  isPrevious: boolean;
  /** Fetches again, e.g. from the "try again" button. */
  reload: () => void;
};

/** Milliseconds before a call is retried after a connection error: initial and maximum. */
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 30_000;

const cache = new Map<string, Cached>();
const [createFetcherStore, , { revalidateKeys, mutateCache }] = nanoquery({
  cache,
  fetcher: (call, input) =>
    // Errors are shown in place of the data, not as a toast.
    api(call as ReadCall, JSON.parse(input as string) as never, { isShowErrTip: false }),
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  cacheLifetime: Infinity,
  // Only connection errors are retried automatically; an error response of the server would be repeated.
  onErrorRetry: ({ error, retryCount }) =>
    error instanceof ApiError && error.code === 0
      ? Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (retryCount - 1))
      : undefined,
});

/** nanoquery joins the parts of a key without a separator. */
const keyOf = (call: string, json: string) => call + json;

/** Clears the cache; used between component tests. */
export function clearQueryCache(): void {
  cache.clear();
}

/** Data with which the server rendered an island, by call and input. */
export type Given = Record<string, unknown>;
/** A call with its input, made before an island is rendered. */
export type Wanted = { [C in ReadCall]: readonly [call: C, input: Input<C>] }[ReadCall];

/** Provides the data of `prefetch` to the queries below it: `<GivenContext value={given}>`. */
export const GivenContext = createContext<Given>({});

/** For pages: makes the calls whose data an island shows first, so that the server renders it. */
export async function prefetch(call: Api, wanted: readonly Wanted[]): Promise<Given> {
  const answers = wanted.map(async ([name, input]) => [
    keyOf(name, JSON.stringify(input ?? {})),
    await call(name, input as never),
  ]);
  return Object.fromEntries((await Promise.all(answers)) as [string, unknown][]);
}

/** For pages: one result of `prefetch`, for calls that depend on it. */
export function answerIn<C extends ReadCall>(
  given: Given,
  [call, input]: readonly [call: C, input: Input<C>],
): Data<C> | undefined {
  return given[keyOf(call, JSON.stringify(input ?? {}))] as Data<C> | undefined;
}

/**
 * The same for data that the page already has. An island that shows a part of it gets only that part, to keep the HTML
 * small.
 */
export function givenAnswer<C extends ReadCall>(call: C, input: Input<C>, data: Partial<Data<C>>): Given {
  return { [keyOf(call, JSON.stringify(input ?? {}))]: data };
}

/**
 * Data of a call in an island: cached by input, revalidated on focus, on reconnection and by `reload` or `invalidate`.
 * Data of `GivenContext` is shown first and not fetched again immediately.
 */
export function useCall<C extends ReadCall>(call: C, input: Input<C>): Query<Data<C>> {
  const json = JSON.stringify(input ?? {});
  const key = keyOf(call, json);
  const answers = useContext(GivenContext);
  const [first] = useState({ key, given: answers[key] as Data<C> | undefined });
  const store = useMemo(() => {
    // In the browser only: on the server the cache would be shared between users.
    if (typeof document === 'undefined') return undefined;
    if (first.given !== undefined && first.key === key && !cache.has(key))
      cache.set(key, { data: first.given, created: Date.now(), expires: Infinity });
    return createFetcherStore<Data<C>, ApiError>([call, json]);
  }, [call, json, key, first]);
  const initial = useRef({ loading: first.given === undefined, data: undefined, error: undefined });
  // A stable function: a new subscription would make the store emit and the component render again.
  const subscribe = useCallback((changed: () => void) => store!.listen(changed), [store]);
  const value = useSyncExternalStore(
    subscribe,
    () => store!.value ?? initial.current,
    () => initial.current,
  );
  const own = value.data ?? (first.key === key ? first.given : undefined);
  const latest = useRef(own);
  useEffect(() => {
    if (own !== undefined) latest.current = own;
  }, [own]);
  const data = own ?? latest.current;
  return {
    data,
    error: value.error,
    isLoading: value.loading || (own === undefined && value.error === undefined),
    isPrevious: own === undefined && data !== undefined,
    reload: () => store?.revalidate(),
  };
}

/** Revalidates all queries of these calls after a change of their data. */
export function invalidate(...calls: ReadCall[]): void {
  revalidateKeys((key) => calls.some((call) => key.startsWith(call)));
}

/** Revalidates all queries that islands show, e.g. when a new day has begun. */
export function invalidateAll(): void {
  revalidateKeys(() => true);
}

/**
 * Changes the cached data of a query, e.g. with the response of a call that changed it on the server.
 * @returns a function that restores the previous data
 */
export function updateQueryData<C extends ReadCall>(
  call: C,
  input: Input<C>,
  change: (data: Data<C>) => Data<C>,
): () => void {
  const key = keyOf(call, JSON.stringify(input ?? {}));
  const before = cache.get(key)?.data as Data<C> | undefined;
  if (before === undefined) return () => undefined;
  mutateCache(key, change(before));
  return () => mutateCache(key, before);
}

/**
 * Optimistic update: changes the cached data of a query at once and makes the call; if the call fails, the change is
 * rolled back.
 * @throws whatever `act` throws, after the rollback
 */
export async function optimistically<C extends ReadCall, R>(
  call: C,
  input: Input<C>,
  change: (data: Data<C>) => Data<C>,
  act: () => Promise<R>,
): Promise<R> {
  const putBack = updateQueryData(call, input, change);
  try {
    return await act();
  } catch (error) {
    putBack();
    throw error;
  }
}
