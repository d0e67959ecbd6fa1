import pLimit from 'p-limit';

/**
 * Semaphore: at most `max` holders at a time; the others wait in order. For holders that outlive one function, such as the
 * transaction of a page; p-limit itself holds a slot only while a function runs.
 * @returns `enter`, which resolves to the function that releases the slot; releasing twice does nothing
 */
export function limiter(max: number): () => Promise<() => void> {
  const limit = pLimit(max);
  return () =>
    new Promise((entered) => {
      void limit(() => new Promise<void>((leave) => entered(leave)));
    });
}
