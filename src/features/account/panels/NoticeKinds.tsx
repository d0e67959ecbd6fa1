import { useStore } from '@nanostores/react';
import { $notices, $unread } from '#src/client/session.store.ts';
import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { accountLink } from '../account-query.ts';
import { unreadCount } from '../panel-calls.ts';

/** Choice between announcements and notices to the user, with the numbers of unread ones. */
export function NoticeKinds({ panel }: { panel: 'notices' | 'ownNotices' }) {
  const t = useT();
  const locale = useLocale();
  const { data } = useCall(...unreadCount());
  const notices = useStore($notices, { ssr: () => data?.notices ?? 0 });
  const announcements = useStore($unread, { ssr: () => data?.count ?? 0 });
  const choice = (of: typeof panel, text: string, count: number) => ({
    label: count > 0 ? `${text} ${count}` : text,
    href: accountLink(locale, of)({}),
    chosen: of === panel,
  });
  const choices = [
    choice('ownNotices', t('notice:forMe'), notices),
    choice('notices', t('notice:announcements'), announcements),
  ];
  return <Choices label={t('notice:kinds')} choices={choices} />;
}
