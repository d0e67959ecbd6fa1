/** Prefix of the title with the number of unread announcements, set by the bell. */
const UNREAD = /^\(\d+\+?\) /;

/** Title of the page without the unread count. */
export function pageTitle(): string {
  return document.title.replace(UNREAD, '');
}

/** Changes the title of the page and keeps the unread count. */
export function changePageTitle(title: string): void {
  document.title = (UNREAD.exec(document.title)?.[0] ?? '') + title;
}
