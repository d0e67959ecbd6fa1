/** What says that phones stay on the pages of the portal, in the place of the address of a mobile site. */
export const NO_MOBILE_SITE = 'none';

/** Whether phones can be sent to an address: with https, and paths can be added to it. */
export function isMobileSite(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, search, hash, username } = new URL(url);
  return protocol === 'https:' && search === '' && hash === '' && username === '';
}

/** The address of a mobile site as it is stored: paths are added to it. */
export const mobileSiteAddress = (url: string): string => url.trim().replace(/\/+$/, '');
