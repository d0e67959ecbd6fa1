import { useController } from 'react-hook-form';
import { NoticeTable } from '#src/components/NoticeTable.tsx';
import { choiceName, type NoticeChannel, type NoticeGroup } from '#src/contract/rules/notice.ts';
import { useT } from '#src/i18n/island.tsx';

/** Which groups of notices everybody gets on which channel: fields `rules.<name of the choice>`. */
export function RequiredNotices() {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">{t('policy:of.notices.required')}</h3>
      <p className="text-sm text-muted">{t('policy:of.notices.requiredHint')}</p>
      <NoticeTable
        label={t('policy:of.notices.required')}
        cell={(channel, group, label) => <RequiredBox channel={channel} group={group} label={label} />}
      />
    </div>
  );
}

type BoxProps = { channel: NoticeChannel; group: NoticeGroup; label: string };

function RequiredBox({ channel, group, label }: BoxProps) {
  const { field } = useController({ name: `rules.${choiceName(channel, group)}` });
  return (
    <input
      type="checkbox"
      className="checkbox rounded-sm checkbox-sm"
      aria-label={label}
      name={field.name}
      ref={field.ref}
      checked={field.value === true}
      onChange={({ target }) => field.onChange(target.checked)}
    />
  );
}
