/**
 * What the comments above a question say of it: `[id:…]` and `[tag:…]` as Moodle has them; and what `writeGift` writes: `[uid:…]`
 * (id of a stored question), `[order:fixed]`, `[reference:…]` and `[criteria:…]` of an essay, the last two as JSON strings.
 */
export type GiftNotes = {
  id: string | null;
  uid: string | null;
  tags: string[];
  reference: string;
  criteria: string;
  isFixedOrder: boolean;
};

export const noNotes = (): GiftNotes => ({
  ...{ id: null, uid: null, tags: [], reference: '', criteria: '', isFixedOrder: false },
});

const NAME = /\[(id|uid|tag|order|reference|criteria):/g;

/** Adds what a comment says. What is in the brackets of one note is no note itself. */
export function addNotes(comment: string, notes: GiftNotes): void {
  NAME.lastIndex = 0;
  for (let found = NAME.exec(comment); found; found = NAME.exec(comment)) {
    const end = closing(comment, NAME.lastIndex);
    // Then no bracket that follows is closed either.
    if (end === undefined) return;
    const value = unescaped(comment.slice(NAME.lastIndex, end));
    NAME.lastIndex = end + 1;
    if (value === '' || /\p{Cc}/u.test(value)) continue;
    if (found[1] === 'id') notes.id = value;
    else if (found[1] === 'uid') notes.uid = value;
    else if (found[1] === 'tag') notes.tags.push(value);
    else if (found[1] === 'order') notes.isFixedOrder = value === 'fixed';
    else if (found[1] === 'reference') notes.reference = stringOf(value) ?? notes.reference;
    else notes.criteria = stringOf(value) ?? notes.criteria;
  }
}

function closing(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1)
    if (text[at] === '\\') at += 1;
    else if (text[at] === ']') return at;
  return undefined;
}

function stringOf(inside: string): string | undefined {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const unescaped = (text: string) => text.replace(/\\([\]\\])/g, '$1').trim();
