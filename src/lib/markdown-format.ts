import MarkdownIt from 'markdown-it';

/**
 * Markdown as enterprises write it: tags stay text, and links other than http(s), mailto and relative ones are not created. A new parser each
 * time, which its user may change.
 */
export const markdownFormat = () => new MarkdownIt({ html: false, linkify: true, typographer: false });
