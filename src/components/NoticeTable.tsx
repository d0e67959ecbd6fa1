import './table-scroll.css';
import type { ReactNode } from 'react';
import { NOTICE_CHANNELS, NOTICE_GROUPS, type NoticeChannel, type NoticeGroup } from '#src/contract/rules/notice.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  label: string;
  /** What stands below the name of a channel. */
  head?: (channel: NoticeChannel) => ReactNode;
  /** The choice of a group on a channel; `label` names both. */
  cell: (channel: NoticeChannel, group: NoticeGroup, label: string) => ReactNode;
};

/** Groups of notices and channels: the portal, which has all of them, and those that can be chosen. */
export function NoticeTable({ label, head, cell }: Props) {
  const t = useT();
  return (
    <div className="table-scroll">
      <table className="table table-sm" aria-label={label}>
        <thead className="text-base-content">
          <tr>
            <th scope="col">{t('notice:setting.group')}</th>
            <th scope="col" className="text-center align-top">
              {t('notice:channel.portal')}
            </th>
            {NOTICE_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="text-center align-top">
                {t(`notice:channel.${channel}`)}
                {head?.(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTICE_GROUPS.map((group) => {
            const name = t(`notice:group.${group}`);
            return (
              <tr key={group}>
                <th scope="row" className="min-w-32 font-normal">
                  {name}
                </th>
                <td className="text-center text-sm text-muted">{t('notice:setting.always')}</td>
                {NOTICE_CHANNELS.map((channel) => (
                  <td key={channel} className="text-center">
                    {cell(channel, group, `${name} · ${t(`notice:channel.${channel}`)}`)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
