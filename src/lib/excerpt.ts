const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The beginning of an HTML text as plain words, at most `length` characters, ended with `…` where something is left out. */
export function excerpt(html: string, length: number): string {
  const text = html
    // Headings belong to what follows them, not to the summary.
    .replace(/<h[1-6][^>]*>.*?<\/h[1-6]>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  if (characters.length <= length) return text;
  // Latin words stay whole; Chinese is cut anywhere.
  const cut = characters.slice(0, length).join('');
  return `${/\w$/.test(cut) && /\w/.test(characters[length]!) ? cut.replace(/\s*\w+$/, '') : cut.trimEnd()}…`;
}
