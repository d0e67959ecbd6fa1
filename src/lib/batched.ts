type BatchOptions = { max?: number; concurrency?: number; every?: number; enough?: number };

/**
 * Combines many single requests into few batches without waiting for a timer: the first one runs at once, and items
 * that arrive while `concurrency` batches are running form the next one. Results must be in the order of the items; an
 * `Error` in the list rejects only its own item.
 * @param options.every shortest time between the starts of two batches, ms: items that arrive within it share the next one, unless
 * there are `enough` of them before. One that arrives after it does not wait.
 */
export function batched<I, O>(
  run: (items: I[]) => Promise<(O | Error)[]>,
  { max = 200, concurrency = 1, every = 0, enough = 8 }: BatchOptions = {},
): (item: I) => Promise<O> {
  type Waiting = { item: I; resolve: (value: O) => void; reject: (error: unknown) => void };
  let queue: Waiting[] = [];
  let running = 0;
  let scheduled = false;
  let gathering: NodeJS.Timeout | undefined;
  let last = -Infinity;

  function schedule() {
    if (scheduled || running >= concurrency || queue.length === 0) return;
    // Not longer than `every`, whatever the clock says.
    const wait = queue.length >= enough ? 0 : Math.min(every, last + every - performance.now());
    if (wait > 0) {
      gathering ??= setTimeout(begin, wait);
      return;
    }
    // After the current turn of the event loop: requests read from the sockets in one turn share a batch.
    scheduled = true;
    setImmediate(begin);
  }

  function begin() {
    clearTimeout(gathering);
    gathering = undefined;
    scheduled = false;
    if (running < concurrency && queue.length > 0) void start();
  }

  async function start() {
    const batch = queue.slice(0, max);
    queue = queue.slice(max);
    last = performance.now();
    running += 1;
    schedule();
    try {
      const answers = await run(batch.map((entry) => entry.item));
      batch.forEach((entry, i) => {
        const answer = answers[i];
        if (answer instanceof Error) entry.reject(answer);
        else entry.resolve(answer as O);
      });
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      running -= 1;
      schedule();
    }
  }

  return (item) =>
    new Promise<O>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      schedule();
    });
}

/** `batched` per key, e.g. per tenant: items of different keys never share a batch. */
export function batchedPer<I, O>(
  run: (key: string, items: I[]) => Promise<(O | Error)[]>,
  options?: BatchOptions,
): (key: string, item: I) => Promise<O> {
  const perKey = new Map<string, (item: I) => Promise<O>>();
  return (key, item) => {
    let ask = perKey.get(key);
    if (!ask) perKey.set(key, (ask = batched((items) => run(key, items), options)));
    return ask(item);
  };
}
