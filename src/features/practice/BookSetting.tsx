import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { island, useT } from '#src/i18n/island.tsx';

/** After how many right answers in a row a question leaves the book of mistakes; saved at once. */
export default island<{ rightInRow: number }>(function BookSetting({ rightInRow }) {
  const t = useT();
  const [chosen, setChosen] = useState(rightInRow);
  const save = useAction(async (value: number) => {
    const stored = await api('PUT /exam/auth/user/mistake/setting/save', { rightInRow: value });
    setChosen(stored.rightInRow);
    notify(t('practice:book.settingSaved'), 'success');
  });
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{t('practice:book.setting')}</span>
      <select
        className="select select-sm w-auto"
        value={chosen}
        disabled={save.isPending}
        onChange={({ target }) => void save.run(Number(target.value))}
      >
        {[1, 2, 3].map((count) => (
          <option key={count} value={count}>
            {t('practice:book.rightInRow', { count })}
          </option>
        ))}
      </select>
    </label>
  );
});
