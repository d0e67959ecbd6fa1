import fc from 'fast-check';

/** Random documents that the editor could have written, for property tests. */

export const FILE_ID = '01890000-0000-7000-8000-00000000000a';
const USER_ID = '01890000-0000-7000-8000-00000000000b';

type Json = Record<string, unknown>;

const MARKS = ['link', 'bold', 'italic', 'strike', 'subscript'];
const ADDRESSES = ['https://example.com/?a=1&b="2"', '/knowledge', 'mailto:a@example.com'];

/**
 * @param text of text nodes, descriptions of pictures, names and formulas
 * @returns documents of at most five levels
 */
export function documents(text: fc.Arbitrary<string>): fc.Arbitrary<{ type: 'doc'; content: Json[] }> {
  const said = text.map((text) => text.slice(0, 80)).filter((text) => /\S/.test(text));
  const textNode = fc
    .record({ text: said, marks: fc.subarray(MARKS), href: fc.constantFrom(...ADDRESSES) })
    .map(({ text, marks, href }) => ({
      ...{ type: 'text', text },
      ...(marks.length > 0 && {
        marks: marks.map((type) => (type === 'link' ? { type, attrs: { href } } : { type })),
      }),
    }));
  const inline: fc.Arbitrary<Json> = fc.oneof(
    { weight: 4, arbitrary: textNode },
    said.map((latex) => ({ type: 'inlineMath', attrs: { latex } })),
    said.map((label) => ({ type: 'mention', attrs: { userId: USER_ID, label } })),
    fc.constant({ type: 'hardBreak' }),
  );
  const content = fc.array(inline, { maxLength: 4 });
  const paragraph = content.map((content) => ({ type: 'paragraph', content }));
  const leaf: fc.Arbitrary<Json> = fc.oneof(
    paragraph,
    fc.record({ level: fc.constantFrom(2, 3, 4), content }).map(({ level, content }) => ({
      ...{ type: 'heading', attrs: { level }, content },
    })),
    said.map((text) => ({ type: 'codeBlock', attrs: { language: 'ts' }, content: [{ type: 'text', text }] })),
    said.map((alt) => ({ type: 'image', attrs: { src: `/media/${FILE_ID}`, alt, width: 40, height: 30 } })),
    said.map((latex) => ({ type: 'blockMath', attrs: { latex } })),
    fc.constant({ type: 'horizontalRule' }),
  );
  const { block } = fc.letrec<{ block: Json }>((tie) => {
    const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 2 });
    const item = fc
      .tuple(paragraph, fc.array(tie('block'), { maxLength: 1 }))
      .map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] }));
    const cell = fc.record({ type: fc.constantFrom('tableCell', 'tableHeader'), content: blocks });
    const row = fc.array(cell, { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'tableRow', content }));
    return {
      block: fc.oneof(
        { maxDepth: 2, depthIdentifier: 'block' },
        leaf,
        fc.record({
          type: fc.constantFrom('bulletList', 'orderedList'),
          content: fc.array(item, { minLength: 1, maxLength: 2 }),
        }),
        blocks.map((content) => ({ type: 'blockquote', content })),
        fc.array(row, { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'table', content })),
      ),
    };
  });
  return fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => ({ type: 'doc', content }));
}
