const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The beginning of an HTML text as plain text, at most `length` characters, ending with `…` if shortened. */
export function excerpt(html: string, length: number): string {
  const text = html
    // Headings are not part of the summary.
    .replace(/<h[1-6][^>]*>.*?<\/h[1-6]>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  if (characters.length <= length) return text;
  // Latin words are not split; Chinese text can be cut anywhere.
  const cut = characters.slice(0, length).join('');
  return `${/\w$/.test(cut) && /\w/.test(characters[length]!) ? cut.replace(/\s*\w+$/, '') : cut.trimEnd()}…`;
}
