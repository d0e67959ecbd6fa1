const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Tags within a line: the word goes on behind them. */
const INLINE = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gi;

/** The words of an HTML text, headings and all, with single spaces between blocks. */
export function plainText(html: string): string {
  return html
    .replace(INLINE, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
}
