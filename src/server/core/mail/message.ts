import type { Locale } from '#src/i18n/locale.ts';

/** A line of an e-mail: a paragraph, or one with a link. */
export type MailLine = { text: string; url?: string };

/** An e-mail to one person, as plain text and as HTML. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of a message that may be sent twice after a fault, so that mailboxes know it; otherwise one is made. */
  messageId?: string;
  /** Address that takes the reader off the list, with one click of the mail program (RFC 8058). */
  unsubscribe?: string;
  attachment?: { filename: string; content: Buffer; contentType: string };
};

type Content = { to: string; subject: string; lines: MailLine[]; locale: Locale };

/** Longest subject in characters; most mail programs show less. */
const MAX_SUBJECT = 200;

/**
 * Composes an e-mail. The HTML has only paragraphs and links: nothing is loaded from elsewhere, so opening it tells
 * nobody, and it is legible without any style.
 */
export function composeMail({ to, subject, lines, locale }: Content): MailMessage {
  const title = subject.replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT);
  const text = lines.map((line) => (line.url ? `${line.text}\n${line.url}` : line.text)).join('\n\n');
  const paragraphs = lines.map(({ text: words, url }) => {
    const inner = escapeHtml(words).replace(/\n/g, '<br>');
    return `<p>${url ? `<a href="${escapeHtml(url)}">${inner}</a>` : inner}</p>`;
  });
  const html = `<!doctype html>
<html lang="${locale === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>
${paragraphs.join('\n')}
</body></html>
`;
  return { to, subject: title, text: `${text}\n`, html };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char]!);
