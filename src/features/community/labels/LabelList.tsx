import './labels.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { labelPath } from '../post-path.ts';
import { FollowLabel } from './FollowLabel.tsx';

export type Label = Data<'POST /community/api/label/list'>[number];
type Props = { labels: Label[]; signedIn: boolean };

/** All labels with the number of their posts; members follow them here. */
export default island(function LabelList({ labels: given, signedIn: wasSignedIn }: Props) {
  const t = useT();
  const locale = useLocale();
  const signedIn = useSignedIn(wasSignedIn);
  const [labels, setLabels] = useState(given);
  const { run: toggle } = useAction(async ({ id, followed }: Label) => {
    const changed = await api('PUT /community/auth/label/follow', { id, on: !followed });
    setLabels((all) => all.map((label) => (label.id === id ? { ...label, ...changed } : label)));
  });
  return (
    <ul className="flex flex-col gap-1">
      {labels.map((label) => (
        <li key={label.id} className="flex min-h-9 items-center gap-2">
          <a href={href(locale, labelPath(label.code))} className={`post-label post-label-${label.color} min-w-0`}>
            <bdi className="truncate">{label.name}</bdi>
          </a>
          <span className="grow text-sm text-muted tabular-nums">
            {t('posts:feed.postCount', { count: label.postCount })}
          </span>
          {signedIn && <FollowLabel label={label} onToggle={() => void toggle(label)} />}
        </li>
      ))}
    </ul>
  );
});
