import type pg from 'pg';
import type { SubjectType } from '#src/contract/search.ts';
import { codeParts, folded, pairs, pieces } from '#src/lib/search-words.ts';
import { stems } from './stem.ts';

/** What is indexed of a thing, by how much it says: a hit in the title weighs most. */
export type Texts = {
  title: string;
  summary: string;
  body: string;
  /** Found like the body, but no part of any excerpt: names of what it belongs to. */
  names?: string;
};
/** What else the index answers: what kind of thing it is, and who may find it. */
export type Facts = { subjectType: SubjectType; visibility: 'public' | 'member' };

/** Positions that PostgreSQL keeps: later words are found, but their place counts no more. */
const LAST_POSITION = 16_383;
/** Of one word PostgreSQL keeps no more places. */
const MOST_PLACES = 255;
/** Marks the words of a title once more, so that the index alone tells hits in titles. No word contains it. */
export const IN_TITLE = '=';
/** Marks the words of a title as they are written: what is being typed is the beginning of a word, not of its stem. */
export const AS_WRITTEN = '~';

/** The term by which the index itself tells tenants apart; `portal.search` asks for it. */
const tenantTerm = (enterpriseId: string) => `@${enterpriseId.replaceAll('-', '')}`;
/** The term of a kind of thing; no word begins so. `#public` has what visitors may find. */
export const kindTerm = (kind: SubjectType | 'public' | 'nothing') => `#${kind}`;

/**
 * `tsvector` of each thing, as text: stems of words, pairs of Chinese characters (and the last of a row by itself, so that
 * every single character is the beginning of a term), codes and their parts; with weights A to C.
 */
export async function documentTerms(
  client: pg.ClientBase,
  enterpriseId: string,
  things: (Texts & Facts)[],
): Promise<string[]> {
  const cut = things.map(({ title, summary, body, names = '' }) =>
    [title, summary, `${body} ${names}`].map((text) =>
      pieces(folded(text)).map((piece) => ({ ...piece, terms: termsOf(piece) })),
    ),
  );
  const words = cut.flat(2).flatMap(({ kind, terms }) => (kind === 'word' ? terms : []));
  const stem = await stems(client, words);
  return cut.map((parts, i) => {
    const places = new Map<string, string[]>();
    let position = 0;
    const add = (term: string, weight: string) => {
      let found = places.get(term);
      if (!found) places.set(term, (found = []));
      if (found.length < MOST_PLACES) found.push(`${Math.min(position, LAST_POSITION)}${weight}`);
    };
    for (const [part, weight] of (['A', 'B', 'C'] as const).entries()) {
      for (const { kind, terms } of parts[part]!) {
        for (const term of terms) {
          position += 1;
          const stemmed = kind === 'word' ? stem(term) : term;
          add(stemmed, weight);
          if (part > 0) continue;
          add(IN_TITLE + stemmed, 'D');
          if (kind === 'word') add(AS_WRITTEN + term, 'D');
        }
      }
    }
    const lexemes = [...places].map(([term, at]) => `${quoted(term)}:${at.join(',')}`);
    const { subjectType, visibility } = things[i]!;
    const facts = [
      tenantTerm(enterpriseId),
      kindTerm(subjectType),
      ...(visibility === 'public' ? [kindTerm('public')] : []),
    ];
    return [...facts.map(quoted), ...lexemes].join(' ');
  });
}

function termsOf({ kind, text }: { kind: 'word' | 'characters'; text: string }): string[] {
  if (kind === 'word') return [text, ...codeParts(text)];
  const characters = [...text];
  return characters.length === 1 ? characters : [...pairs(text), characters.at(-1)!];
}

/** A lexeme as `tsvector` and `tsquery` write it. */
export const quoted = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
