import './labels.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { FollowLabel } from './FollowLabel.tsx';
import type { Label } from './LabelList.tsx';

type Props = { label: Label; signedIn: boolean };

/** Numbers of posts and followers of one label, with the button to follow it. */
export default island(function LabelHead({ label: given, signedIn: wasSignedIn }: Props) {
  const t = useT();
  const signedIn = useSignedIn(wasSignedIn);
  const [label, setLabel] = useState(given);
  const { run: toggle } = useAction(async () => {
    const changed = await api('PUT /community/auth/label/follow', { id: label.id, on: !label.followed });
    setLabel({ ...label, ...changed });
  });
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <span>{t('posts:feed.postCount', { count: label.postCount })}</span>
      <span>{t('posts:feed.followers', { count: label.followerCount })}</span>
      {signedIn && <FollowLabel label={label} onToggle={() => void toggle()} />}
    </p>
  );
});
