import { type Handler, Parser } from 'htmlparser2';
import { QUESTION_FILE_LIMITS as LIMITS } from './limits.ts';

/**
 * How much HTML of one text is read; what a text keeps of it is far less. Without attributes, because pictures may be in them.
 * `depth`: the parser looks through all open elements for each one.
 */
export const MAX_HTML = { text: LIMITS.text * 10, elements: 20_000, depth: 1_000 } as const;

const STOP = new Error('too much HTML');

/**
 * Reads HTML up to its limits.
 * @returns whether it was read to its end; otherwise elements that are open are not closed
 */
export function readHtml(html: string, { onopentag, ontext, onclosetag }: Partial<Handler>): boolean {
  let [text, elements, depth] = [0, 0, 0];
  const parser = new Parser(
    {
      onopentag(name, attributes, isImplied) {
        [elements, depth] = [elements + 1, depth + 1];
        if (elements > MAX_HTML.elements || depth > MAX_HTML.depth) throw STOP;
        onopentag?.(name, attributes, isImplied);
      },
      ontext(data) {
        text += data.length;
        if (text > MAX_HTML.text) throw STOP;
        ontext?.(data);
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        onclosetag?.(name, isImplied);
      },
    },
    { decodeEntities: true },
  );
  try {
    parser.end(html);
    return true;
  } catch (error) {
    if (error !== STOP) throw error;
    return false;
  }
}
