import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { Avatar } from '#src/components/Avatar.tsx';
import { useT } from '#src/i18n/island.tsx';
import { INVITATIONS } from '#src/contract/rules/community.ts';
import { type Colleague, findColleagues } from '../community-search.ts';
import { useFound } from '../use-found.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';

type Props = { questionId: string; onClose: () => void };

/** Invites colleagues or lecturers to answer a question. */
export function InviteDialog({ questionId, onClose }: Props) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<Colleague[]>([]);
  const found = useFound(keyword, findColleagues, 1);
  const { run: invite, isPending } = useAction(async () => {
    await api('POST /community/auth/post/invite', { questionId, userIds: chosen.map(({ userId }) => userId) });
    notify(t('posts:view.invited'), 'success');
    onClose();
  });
  const isChosen = ({ userId }: Colleague) => chosen.some((one) => one.userId === userId);
  const toggle = (one: Colleague) =>
    setChosen((before) => (isChosen(one) ? before.filter(({ userId }) => userId !== one.userId) : [...before, one]));
  const shown = [...chosen, ...(found ?? []).filter((one) => !isChosen(one))];
  return (
    <ActionDialog title={t('posts:view.invite')} onClose={onClose}>
      <input
        type="search"
        value={keyword}
        maxLength={50}
        onChange={({ target }) => setKeyword(target.value)}
        placeholder={t('posts:view.inviteHint')}
        aria-label={t('posts:view.inviteHint')}
        className="input w-full"
      />
      <ul className="min-h-40 grow divide-y divide-base-300 overflow-y-auto rounded-box border border-base-300">
        {shown.map((one) => (
          <li key={one.userId}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
              <input
                type="checkbox"
                className="checkbox checkbox-sm rounded-sm"
                checked={isChosen(one)}
                disabled={!isChosen(one) && chosen.length >= INVITATIONS}
                onChange={() => toggle(one)}
              />
              <Avatar name="" src={one.headPortrait} sex={one.sex} className="size-8" sizes="2rem" />
              <span className="min-w-0 grow">
                <span className="block break-words">{one.userName}</span>
                <span className="block text-sm text-muted">
                  {[one.isLecturer && t('posts:card.lecturer'), one.department].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
        {found && shown.length === 0 && (
          <li className="p-6 text-center text-sm text-muted">{t('posts:view.inviteNobody')}</li>
        )}
      </ul>
      <div className="flex justify-end">
        <button
          type="button"
          className="btn btn-primary"
          disabled={chosen.length === 0}
          aria-disabled={isPending}
          onClick={() => void invite()}
        >
          {t('posts:view.inviteSend', { count: chosen.length })}
        </button>
      </div>
    </ActionDialog>
  );
}
