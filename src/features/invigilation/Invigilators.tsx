import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { Icon } from '#src/components/Icon.tsx';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { PeopleDialog } from '#src/features/admin/kit/PeopleDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Room } from './use-control-room.ts';

/** Who may enter beside administrators and the lecturer; administrators change it. */
export function Invigilators({ room: { examId, invigilators, mayName } }: { room: Room }) {
  const t = useT();
  const [people, setPeople] = useState(invigilators);
  const [isNaming, setNaming] = useState(false);
  const save = async (next: typeof people) => {
    const userIds = next.map(({ userId }) => userId);
    await api('PUT /exam/auth/exam/control/invigilator/save', { examId, userIds });
    setPeople(next);
  };
  const remove = useAction((userId: string) => save(people.filter((person) => person.userId !== userId)));
  return (
    <section className="paper p-5" aria-labelledby="invigilators">
      <h2 id="invigilators" className="font-semibold">
        {t('invigilation:invigilators.title')}
      </h2>
      <p className="mt-1 text-sm text-muted">{t('invigilation:invigilators.hint')}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {people.map(({ userId, userName }) => (
          <li key={userId} className="badge badge-soft gap-1">
            {userName}
            {mayName && (
              <button
                type="button"
                className="cursor-pointer"
                disabled={remove.isPending}
                aria-label={t('invigilation:invigilators.remove', { userName })}
                onClick={() => void remove.run(userId)}
              >
                <Icon name="close" className="size-3.5" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayName && (
        <button type="button" className="btn btn-sm mt-3" onClick={() => setNaming(true)}>
          <Icon name="plus" className="size-4" />
          {t('invigilation:invigilators.choose')}
        </button>
      )}
      {isNaming && (
        <PeopleDialog
          title={t('invigilation:invigilators.choose')}
          chosen={people}
          most={MAX_ITEMS.invigilators}
          action={t('invigilation:invigilators.name')}
          onDone={save}
          onClose={() => setNaming(false)}
        />
      )}
    </section>
  );
}
