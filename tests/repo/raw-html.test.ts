import { expect, it } from 'vitest';
import { sources } from './source-tree.ts';

/* Texts are escaped wherever they are shown, except in these files, which show HTML that the server sanitised or made. */

const RAW = /set:html|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|setHTMLUnsafe/;
const ALLOWED = [
  // Sanitised rich text.
  'src/components/Prose.astro',
  'src/components/QuestionText.tsx',
  // What Astro rendered, and escaped, before.
  'src/components/Remember.astro',
  'src/features/community/moderation/CaseDetail.tsx',
  'src/features/community/post/AnswerItem.tsx',
  // Reads pasted HTML, which the editor parses by its schema.
  'src/features/editor/office-html.ts',
  // A converted document, sanitised.
  'src/features/watch/document/HtmlPages.tsx',
  // Scripts and data of the portal, in which `<` is escaped.
  'src/layouts/Head.astro',
  'src/pages/500.astro',
];

it('only the files that are reviewed for it show raw HTML', () => {
  const found = sources('src', /\.(astro|tsx?)$/).filter(({ text }) => RAW.test(text));
  expect(found.map(({ path }) => path)).toEqual(ALLOWED);
});
