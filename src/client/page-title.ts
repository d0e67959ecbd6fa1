/** The number of unread notices, which the bell puts before the title. */
const UNREAD = /^\(\d+\+?\) /;

/** Title of the page without the number of unread notices. */
export function pageTitle(): string {
  return document.title.replace(UNREAD, '');
}

/** Changes the title of the page and leaves the number of unread notices before it. */
export function changePageTitle(title: string): void {
  document.title = (UNREAD.exec(document.title)?.[0] ?? '') + title;
}
