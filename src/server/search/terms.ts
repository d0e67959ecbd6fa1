import type pg from 'pg';
import type { SubjectType } from '#src/contract/search.ts';
import { codeParts, folded, pairs, pieces } from '#src/lib/search-words.ts';
import { quoted, similarTerms } from './similar.ts';
import { stems } from './stem.ts';

/** The indexed texts of an object, by weight: hits in the title have the highest. */
export type Texts = {
  title: string;
  summary: string;
  body: string;
  /** Names of related objects: searched like the body, but not part of excerpts. */
  names?: string;
};
/**
 * Further indexed properties: the type of the object and its visibility; `restrictedId`: the id of an object that only
 * some members may see.
 */
export type Facts = {
  subjectType: SubjectType;
  visibility: 'public' | 'member';
  isLive?: boolean;
  restrictedId?: string;
};

/** Highest position that PostgreSQL stores: later words are found, but without a distinct position. */
const MAX_POSITION = 16_383;
/** Maximum number of positions that PostgreSQL stores per word. */
const MAX_POSITIONS = 255;
/**
 * Prefix of the additional terms for words of the title, so that the index can search in titles only. No word contains
 * it.
 */
export const IN_TITLE = '=';
/**
 * Prefix of the additional terms for unstemmed words of the title: an incomplete word is a prefix of the word, not of
 * its stem.
 */
export const AS_WRITTEN = '~';

/** The term of the tenant, which `portal.search` adds to every query. */
const tenantTerm = (enterpriseId: string) => `@${enterpriseId.replaceAll('-', '')}`;
/** The term of a subject type; no word begins with `#`. `#public` marks what visitors may find, `#live` live courses. */
export const kindTerm = (kind: SubjectType | 'public' | 'live' | 'restricted' | 'nothing') => `#${kind}`;
/** The term of one restricted object, by which a query admits it. */
export const restrictedTerm = (id: string) => `#${id.replaceAll('-', '')}`;

/**
 * Returns the `tsvector` of each object as text, with weights A to C: stems of words, pairs of Chinese characters (and the
 * last one of a run by itself, so that every character is the beginning of a term), codes and their parts.
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
  const similar = await Promise.all(
    things.map(({ names = '' }, i) => similarTerms([...cut[i]![0]!, ...cut[i]![1]!, ...pieces(folded(names))])),
  );
  return cut.map((parts, i) => {
    const places = new Map<string, string[]>();
    let position = 0;
    const add = (term: string, weight: string) => {
      let found = places.get(term);
      if (!found) places.set(term, (found = []));
      if (found.length < MAX_POSITIONS) found.push(`${Math.min(position, MAX_POSITION)}${weight}`);
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
    const { subjectType, visibility, isLive, restrictedId } = things[i]!;
    const facts = [
      tenantTerm(enterpriseId),
      kindTerm(subjectType),
      ...(visibility === 'public' ? [kindTerm('public')] : []),
      ...(isLive ? [kindTerm('live')] : []),
      ...(restrictedId ? [kindTerm('restricted'), restrictedTerm(restrictedId)] : []),
    ];
    return [...[...facts, ...similar[i]!].map(quoted), ...lexemes].join(' ');
  });
}

function termsOf({ kind, text }: { kind: 'word' | 'characters'; text: string }): string[] {
  if (kind === 'word') return [text, ...codeParts(text)];
  const characters = [...text];
  return characters.length === 1 ? characters : [...pairs(text), characters.at(-1)!];
}
