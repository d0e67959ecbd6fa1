import { describe, expect, it } from 'vitest';
import {
  type DocumentJson,
  EMPTY_DOCUMENT,
  isEmptyDocument,
  linksOf,
  mentionsOf,
  nameMentions,
  picturesOf,
  plainText,
  readingMinutes,
  relabelMentions,
} from './read-document.ts';

const FILE = '01890000-0000-7000-8000-00000000000a';
const PERSON = '01890000-0000-7000-8000-00000000000b';
const text = (text: string, href?: string) => ({
  ...{ type: 'text', text },
  ...(href && { marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }] }),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const document: DocumentJson = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
    paragraph(text('See '), text('this', 'https://example.com/'), { type: 'hardBreak' }, text('and', '/knowledge')),
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [paragraph({ type: 'mention', attrs: { userId: PERSON, label: 'Li' } })] },
        { type: 'listItem', content: [paragraph({ type: 'mention', attrs: { userId: PERSON, label: 'Li' } })] },
      ],
    },
    { type: 'image', attrs: { src: `/media/${FILE}`, alt: 'A pump', width: 10, height: 10 } },
    paragraph(text('E is '), { type: 'inlineMath', attrs: { latex: 'mc^2' } }, text('again', '/knowledge')),
  ],
};

describe('what a document contains', () => {
  it('as text: a line for each block', () => {
    expect(plainText(document)).toBe('Title\nSee this\nand\n@Li\n@Li\nA pump\nE is mc^2again');
  });

  it('pictures, mentions and links, each once', () => {
    expect(picturesOf(document)).toEqual([FILE]);
    expect(mentionsOf(document)).toEqual([{ userId: PERSON, label: 'Li' }]);
    expect(linksOf(document)).toEqual(['https://example.com/', '/knowledge']);
  });

  it('nothing: spaces and empty lists are no text, a picture is', () => {
    expect(isEmptyDocument(EMPTY_DOCUMENT)).toBe(true);
    expect(isEmptyDocument({ type: 'doc', content: [paragraph(text(' \u200b')), { type: 'horizontalRule' }] })).toBe(
      true,
    );
    expect(
      isEmptyDocument({ type: 'doc', content: [{ type: 'image', attrs: { src: `/media/${FILE}`, alt: '' } }] }),
    ).toBe(false);
    expect(isEmptyDocument(document)).toBe(false);
  });
});

describe('names of mentions', () => {
  it('are those of the members; a mention of nobody becomes text', () => {
    expect(mentionsOf(nameMentions(document, new Map([[PERSON, '李娜']])))).toEqual([
      { userId: PERSON, label: '李娜' },
    ]);
    const unnamed = nameMentions(document, new Map());
    expect(mentionsOf(unnamed)).toEqual([]);
    expect(plainText(unnamed)).toBe(plainText(document));
  });

  it('relabels the mentions of one user only', () => {
    const other = FILE;
    const mention = (userId: string) => ({ type: 'mention', attrs: { userId, label: '李' } });
    const both = { type: 'doc' as const, content: [paragraph(mention(PERSON), text(' 和 '), mention(other))] };
    expect(plainText(relabelMentions(both, PERSON, '王'))).toBe('@王 和 @李');
  });
});

describe('reading time', () => {
  it('counts Chinese characters and words', () => {
    expect(readingMinutes('')).toBe(1);
    expect(readingMinutes('字'.repeat(400))).toBe(1);
    expect(readingMinutes('字'.repeat(401))).toBe(2);
    expect(readingMinutes("don't ".repeat(440))).toBe(2);
    expect(readingMinutes('字'.repeat(400) + ' word'.repeat(221))).toBe(3);
  });
});
