/** Whether a text is HTML and not Markdown: it begins with a tag. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:[a-z][a-z0-9]*[\s/>]|!--)/i.test(text);
}
