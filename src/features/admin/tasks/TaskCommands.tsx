import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { type StoredTask, type toTaskInput } from './task-settings.ts';
import { taskConsequences } from './TaskPreview.tsx';

type Kind = 'publish' | 'end' | 'cancel' | 'delete';
type Props = {
  stored: StoredTask;
  isUnsaved: boolean;
  inputOf: () => ReturnType<typeof toTaskInput>;
  /** The state of the task was changed. */
  onChanged: () => Promise<void>;
};

const KINDS: Record<StoredTask['state'], readonly Kind[]> = {
  draft: ['delete', 'publish'],
  upcoming: ['cancel'],
  running: ['cancel', 'end'],
  ended: ['cancel'],
  cancelled: ['publish'],
};
const PHASES = { publish: 'published', end: 'ended', cancel: 'cancelled' } as const;

/** What can be done with a stored task; with what is saved, not with what is typed. */
export function TaskCommands({ stored, isUnsaved, inputOf, onChanged }: Props) {
  const t = useT();
  const locale = useLocale();
  const [asked, setAsked] = useState<{ kind: Kind; consequences: string[] } | null>(null);
  const { id, title, revision, state, isFromPack, lateCompletion, count, completed } = stored;
  const ask = useAction(async (kind: Kind) => {
    if (kind !== 'publish') return setAsked({ kind, consequences: consequencesOf(kind) });
    const preview = await api('POST /course/auth/study/tasks/preview', { ...inputOf(), id, revision });
    setAsked({ kind, consequences: taskConsequences(preview, t) });
  });
  const consequencesOf = (kind: Exclude<Kind, 'publish'>) => {
    if (kind === 'delete') return [t('tasks:editor.deleteHint')];
    if (kind === 'cancel') return [t('tasks:editor.cancelHint', { count })];
    return [
      t('tasks:editor.endHint', { count: count - completed }),
      t(lateCompletion ? 'tasks:editor.endLate' : 'tasks:editor.endStrict'),
    ];
  };
  const copy = useAction(async () => {
    const made = await api('POST /course/auth/study/tasks/copy', { id });
    location.assign(href(locale, `/admin/tasks/edit?id=${made.id}`));
  });
  const act = async (kind: Kind) => {
    if (kind === 'delete') {
      await api('DELETE /course/auth/study/tasks/delete', { id });
      return location.assign(href(locale, '/admin/tasks'));
    }
    const phase = PHASES[kind];
    await api('POST /course/auth/study/tasks/phase', { id, revision, phase });
    await onChanged();
    notify(t(`tasks:editor.${phase}Now`), 'success');
  };
  const kinds = KINDS[state].filter((kind) => kind !== 'delete' || !isFromPack);
  const isBusy = ask.isPending || copy.isPending || isUnsaved;
  return (
    <>
      <button type="button" className="btn btn-ghost" disabled={isBusy} onClick={() => void copy.run()}>
        {t('tasks:editor.copy')}
      </button>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="btn btn-outline"
          disabled={isBusy}
          onClick={() => void ask.run(kind)}
        >
          {t(`tasks:editor.${kind}`)}
        </button>
      ))}
      {asked && (
        <Confirm
          title={t(`tasks:editor.${asked.kind}Title`, { title })}
          consequences={asked.consequences}
          action={t(`tasks:editor.${asked.kind}`)}
          onConfirm={() => act(asked.kind)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
