/** Each of these alone is hardly ever written by accident. */
const CERTAIN = [
  /^#{2,6} \S/m,
  // One `#` alone also begins comments of scripts.
  /^# \S.*\n[ \t]*\n/m,
  /^(`{3,}|~{3,})[\w+#-]*\s*$/m,
  /^\|.+\|[ \t]*\n\|[ \t:|-]+\|/m,
  /\[[^\]\n]+\]\((?:https?:\/\/|\/|mailto:)[^)\s]+\)/,
  /(^|[^*\w])\*\*[^\s*][^*\n]*\*\*(?!\*)/,
];
/** Two lines of the same kind. */
const LISTS = [
  /^[ \t]*[-*+] \S.*\n(?:.*\n)*?[ \t]*[-*+] \S/m,
  /^[ \t]*\d+\. \S.*\n(?:.*\n)*?[ \t]*\d+\. \S/m,
  /^> \S.*$/m,
];

/** Whether pasted plain text is Markdown and not just text with a star or a dash in it. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.slice(0, 20_000).replace(/\r\n?/g, '\n');
  return [...CERTAIN, ...LISTS].some((pattern) => pattern.test(lines));
}
