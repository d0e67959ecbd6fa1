import { useStore } from '@nanostores/react';
import { $cart, $notices, $unread, $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { noticePath } from './Bell.tsx';
import { EntryLinks } from './EntryLinks.tsx';
import { type UserEntry, userEntries } from './user-entries.ts';

type Props = {
  /** The user and the counts, as read by the server for this page. */
  viewer: SessionViewer;
  unread: number;
  notices: number;
  cart: number;
};

/** Personal entries of the drawer: the entries of the user dropdown, announcements, and the cart if it is not empty. */
export default island(function DrawerEntries(given: Props) {
  const t = useT();
  const viewer = useStore($viewer, { ssr: () => given.viewer });
  const unread = useStore($unread, { ssr: () => given.unread });
  const notices = useStore($notices, { ssr: () => given.notices });
  const cart = useStore($cart, { ssr: () => given.cart });
  if (viewer === null) return null;
  const entries: UserEntry[] = [
    ...userEntries(t, viewer),
    { icon: 'bell', label: t('common:bell.none'), path: noticePath(notices), count: unread + notices },
  ];
  if (cart > 0) entries.push({ icon: 'coins', label: t('common:user.cart'), path: '/cart', count: cart });
  return (
    <nav aria-label={t('common:user.menuOf', { name: viewer.userName })} className="border-t border-base-300 p-3">
      <ul>
        <EntryLinks entries={entries} />
      </ul>
    </nav>
  );
});
