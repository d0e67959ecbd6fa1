/**
 * Turns many single requests into few batches without making any of them wait for a clock: the first one runs at
 * once, and what arrives while `concurrency` batches are under way forms the next one.
 * Answers come back in the order of the items; an `Error` in the list rejects only its own item.
 */
export function batched<I, O>(
  run: (items: I[]) => Promise<(O | Error)[]>,
  { max = 200, concurrency = 1 }: { max?: number; concurrency?: number } = {},
): (item: I) => Promise<O> {
  type Waiting = { item: I; resolve: (value: O) => void; reject: (error: unknown) => void };
  let queue: Waiting[] = [];
  let running = 0;
  let scheduled = false;

  function schedule() {
    if (scheduled || running >= concurrency || queue.length === 0) return;
    scheduled = true;
    // After the current burst of input: requests read from the sockets in one turn travel together.
    setImmediate(() => {
      scheduled = false;
      void start();
    });
  }

  async function start() {
    const batch = queue.slice(0, max);
    queue = queue.slice(max);
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

/** `batched` for each key apart, e.g. each tenant: what is asked of different keys never travels together. */
export function batchedPer<I, O>(
  run: (key: string, items: I[]) => Promise<(O | Error)[]>,
  options?: { max?: number; concurrency?: number },
): (key: string, item: I) => Promise<O> {
  const perKey = new Map<string, (item: I) => Promise<O>>();
  return (key, item) => {
    let ask = perKey.get(key);
    if (!ask) perKey.set(key, (ask = batched((items) => run(key, items), options)));
    return ask(item);
  };
}
