import TurndownService from 'turndown';
import { cleanHtml, hidesText, type TextContext } from './clean-html.ts';
import { readHtml } from './read-html.ts';
import { cleanText } from './text.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});
const escape = service.escape.bind(service);
service.escape = (text) =>
  escape(text)
    .replace(/[$<|~]/g, '\\$&')
    .replace(/^\s*#{1,6}$/gm, '\\$&');

// What `cleanHtml` has converted already.
service.addRule('raw', {
  filter: (node) => node.nodeName === 'CODE' && node.className === 'raw',
  replacement: (_, node) => node.textContent ?? '',
});
service.addRule('media', {
  filter: 'img',
  replacement: (_, node) => {
    const [name, alt] = ['src', 'alt'].map((attribute) => (node as Element).getAttribute(attribute) ?? '');
    return `![${escape(alt!).replace(/\s+/g, ' ')}](${name})`;
  },
});
service.addRule('strike', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` });
service.addRule('cell', {
  filter: ['th', 'td'],
  replacement: (content, node) => {
    const lines = content.split('\n').map((line) => line.trim());
    const cell = lines.filter((line) => line !== '').join(' ');
    return `${node.previousElementSibling ? '' : '|'} ${cell} |`;
  },
});
const firstRows = new WeakMap<Element, Node>();
service.addRule('row', {
  filter: 'tr',
  replacement: (content, node) => {
    const table = node.closest('table');
    // Rows are converted in their order; looking for the first one from each would read the table as often as it has rows.
    if (table && !firstRows.has(table)) firstRows.set(table, node);
    const isFirst = table !== null && firstRows.get(table) === node;
    const line = isFirst ? `\n|${' --- |'.repeat(Math.max(1, node.childElementCount))}` : '';
    return `\n${content}${line}`;
  },
});
service.addRule('section', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
service.addRule('table', {
  filter: 'table',
  replacement: (content) => `\n\n${content.trim().replace(/\n+/g, '\n')}\n\n`,
});
service.addRule('caption', { filter: 'caption', replacement: (content) => `${content}\n` });

/** Converts HTML to Markdown, and reports what Markdown does not have. */
export function htmlToMarkdown(html: string, context: TextContext): string {
  return cleanText(service.turndown(cleanHtml(html, context)));
}

/** Returns the text of HTML without markup: that of accepted answers, which are compared with what is typed. Reports what is lost. */
export function htmlToText(html: string, { report, place }: Pick<TextContext, 'report' | 'place'>): string {
  let text = '';
  if (hidesText(html)) report.changed(place, 'elementDropped', { element: '<' });
  readHtml(html, { ontext: (data) => (text += data) });
  return cleanText(text).replace(/\s+/g, ' ');
}
