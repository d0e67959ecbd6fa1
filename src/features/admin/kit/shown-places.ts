import { accessOf, hasAccess } from '#src/contract/rules/page-access.ts';
import { type Place, PLACES } from './places.ts';

type Member = Parameters<typeof hasAccess>[1];

/**
 * Names of the places that a member is shown. The server checks each page itself (src/server/http/page-guard.ts).
 * @param isModerator the member moderates the community
 * @param current the place of the page, which is shown to everybody who could open it
 */
export function shownPlaces(member: Member, isModerator: boolean, current: Place | null): string[] {
  const isShown = ({ path, shownTo }: Place) => {
    if (shownTo === 'moderator') return isModerator;
    return hasAccess(shownTo ?? accessOf(path.split('?')[0]!) ?? 'admin', member);
  };
  return PLACES.filter((place) => place === current || isShown(place)).map(({ name }) => name);
}
