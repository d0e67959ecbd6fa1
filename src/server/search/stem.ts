import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** Stems by word, of the words used lately: a language has few, and the database need not be asked twice. */
const known = new LRUCache<string, string>({ max: 50_000 });

/**
 * Stems of English words, by PostgreSQL's Snowball without stop words; of anything else, the word itself.
 * @param words folded (`folded` of lib/search-words.ts)
 */
export async function stems(client: pg.ClientBase, words: Iterable<string>): Promise<(word: string) => string> {
  const asked = [...new Set(words)].filter((word) => !known.has(word));
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
    known.set(word, stem);
  }
  return (word) => answer.get(word) ?? known.get(word) ?? word;
}
