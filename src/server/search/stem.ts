import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Cached stems of recently used words, which saves queries. */
const cache = new LRUCache<string, string>({ max: 50_000 });

/**
 * Returns a function that gives the stem of each word: of English words by PostgreSQL's Snowball stemmer without stop words,
 * otherwise the word itself.
 * @param words folded (`folded` of lib/search-words.ts)
 */
export async function stems(client: pg.ClientBase, words: Iterable<string>): Promise<(word: string) => string> {
  const asked = [...new Set(words)].filter((word) => !cache.has(word));
  const answer = new Map<string, string>();
  if (asked.length > 0) {
    const { rows } = await client.query<{ word: string; stem: string }>({
      name: 'search-stems',
      text: `select word, (ts_lexize('portal.english', word))[1] as stem from unnest($1::text[]) word`,
      values: [asked],
    });
    for (const { word, stem } of rows) answer.set(word, stem || word);
  }
  for (const [word, stem] of answer) {
    cache.set(word, stem);
  }
  return (word) => answer.get(word) ?? cache.get(word) ?? word;
}
