/** Most rows of a batch, and the characters of its rows as JSON at which it ends. */
const BATCH = { rows: 200, characters: 500_000 };

/** Divides rows into batches that the main thread can write with one statement, or send to another thread, in a short turn. */
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let size = 0;
  for (const row of rows) {
    batch.push(row);
    size += JSON.stringify(row).length;
    if (batch.length < BATCH.rows && size < BATCH.characters) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
