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

/** Calls that a query can make: everything but uploads. */
type ReadCall = Exclude<Call, UploadCall>;
type Cached = { data?: unknown; error?: unknown; created?: number; expires?: number };

/** What a component gets of a query. */
export type Query<T> = {
  /** The newest answer; while another one is loading, the one before. */
  data: T | undefined;
  /** Why the last request failed; `data` is then older. */
  error: ApiError | undefined;
  isLoading: boolean;
  /** `data` answers an earlier input, e.g. the page before; the answer to the present one is not there yet. */
  isPrevious: boolean;
  /** Asks again, e.g. from the "try again" button. */
  reload: () => void;
};

/** Milliseconds before a call whose connection failed is made again by itself, at first and at most. */
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 30_000;

const cache = new Map<string, Cached>();
const [createFetcherStore, , { revalidateKeys, mutateCache }] = nanoquery({
  cache,
  fetcher: (call, input) =>
    // A failure is shown where the data would be, not as a message.
    api(call as ReadCall, JSON.parse(input as string) as never, { isShowErrTip: false }),
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  cacheLifetime: Infinity,
  // Only a connection that failed is worth another try by itself: what the server refused, it refuses again.
  onErrorRetry: ({ error, retryCount }) =>
    error instanceof ApiError && error.code === 0
      ? Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (retryCount - 1))
      : undefined,
});

/** nanoquery joins the parts of a key without a separator. */
const keyOf = (call: string, json: string) => call + json;

/** Drops all answers; component tests start without those of the test before. */
export function forgetAnswers(): void {
  cache.clear();
}

/** Answers that the server rendered an island with, by call and input. */
export type Given = Record<string, unknown>;
/** A call with its input, to be made before an island is rendered. */
export type Wanted = { [C in ReadCall]: readonly [call: C, input: Input<C>] }[ReadCall];

/** Makes the answers of `prefetch` known to the queries below it: `<GivenContext value={given}>`. */
export const GivenContext = createContext<Given>({});

/** For pages: makes the calls that an island shows first, so that the server renders it with its data. */
export async function prefetch(call: Api, wanted: readonly Wanted[]): Promise<Given> {
  const answers = wanted.map(async ([name, input]) => [
    keyOf(name, JSON.stringify(input ?? {})),
    await call(name, input as never),
  ]);
  return Object.fromEntries((await Promise.all(answers)) as [string, unknown][]);
}

/** For pages: one answer of `prefetch`, which other calls depend on. */
export function answerIn<C extends ReadCall>(
  given: Given,
  [call, input]: readonly [call: C, input: Input<C>],
): Data<C> | undefined {
  return given[keyOf(call, JSON.stringify(input ?? {}))] as Data<C> | undefined;
}

/**
 * The same of an answer that the page has already. An island that shows a part of it is given that part, so that the HTML
 * does not carry everything twice.
 */
export function givenAnswer<C extends ReadCall>(call: C, input: Input<C>, data: Partial<Data<C>>): Given {
  return { [keyOf(call, JSON.stringify(input ?? {}))]: data };
}

/**
 * Data of a call in an island: cached by input, asked for again on focus, on reconnection and when `reload` or
 * `invalidate` says so.
 * An answer of `GivenContext` is shown first, and not fetched again at once.
 */
export function useCall<C extends ReadCall>(call: C, input: Input<C>): Query<Data<C>> {
  const json = JSON.stringify(input ?? {});
  const key = keyOf(call, json);
  const answers = useContext(GivenContext);
  const [first] = useState({ key, given: answers[key] as Data<C> | undefined });
  const store = useMemo(() => {
    // In the browser only: on the server the cache would be one for all people, and nobody listens to a store.
    if (typeof document === 'undefined') return undefined;
    if (first.given !== undefined && first.key === key && !cache.has(key))
      cache.set(key, { data: first.given, created: Date.now(), expires: Infinity });
    return createFetcherStore<Data<C>, ApiError>([call, json]);
  }, [call, json, key, first]);
  const initial = useRef({ loading: first.given === undefined, data: undefined, error: undefined });
  // The same function in each render: a new subscription makes the store answer at once, and the component render again.
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

/** Makes all queries of these calls ask again: something changed what they answer. */
export function invalidate(...calls: ReadCall[]): void {
  revalidateKeys((key) => calls.some((call) => key.startsWith(call)));
}

/**
 * Changes the cached answer of a query, e.g. by what a call that changed it on the server answered.
 * @returns puts it back as it was
 */
export function patchAnswer<C extends ReadCall>(
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
 * Changes the cached answer of a query at once, and makes the call that changes it on the server; when that fails, the
 * answer is as it was.
 * @throws whatever `act` throws, after the rollback
 */
export async function optimistically<C extends ReadCall, R>(
  call: C,
  input: Input<C>,
  change: (data: Data<C>) => Data<C>,
  act: () => Promise<R>,
): Promise<R> {
  const putBack = patchAnswer(call, input, change);
  try {
    return await act();
  } catch (error) {
    putBack();
    throw error;
  }
}
