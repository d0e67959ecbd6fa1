import '#src/components/choice.css';
import { useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { Pages } from '#src/components/Pages.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { ActionLog } from './ActionLog.tsx';
import { Actions } from './Actions.tsx';
import type { Target } from './ActionForm.tsx';
import { CandidateRow } from './CandidateRow.tsx';
import { Invigilators } from './Invigilators.tsx';
import { type Group, type Log, type People, type Room, useControlRoom } from './use-control-room.ts';

type Props = { room: Room; people: People; log: Log; timeZone: string };

const GROUPS: Group[] = ['sitting', 'trouble', 'ended', 'missing'];

/** The control room of one exam: who sits it and how, what can be done, and what was done. */
export default island<Props>(function ControlRoom({ room, people: given, log: givenLog, timeZone }) {
  const t = useT();
  const control = useControlRoom({ room, people: given, log: givenLog });
  const { counts, people, shown, isConnected } = control;
  const [target, setTarget] = useState<Target | null>(null);
  const isOver = Date.parse(room.windowEnd) <= Date.parse(room.serverTime);
  const labelOf = (group: Group) => t(`invigilation:group.${group === 'missing' && isOver ? 'absent' : group}`);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <p className={`badge gap-1.5 ${isConnected ? 'badge-success badge-soft' : 'badge-warning'}`} role="status">
          <Icon name={isConnected ? 'check-circle' : 'offline'} className="size-4" />
          {t(isConnected ? 'invigilation:live' : 'invigilation:connecting')}
        </p>
        <button
          type="button"
          className="btn btn-sm btn-primary ms-auto"
          disabled={counts.sitting === 0 && counts.ended === 0}
          onClick={() => setTarget('all')}
        >
          <Icon name="users" className="size-4" />
          {t('invigilation:forAll')}
        </button>
      </div>

      <div className="flex flex-wrap items-center gap-3">
        <div className="flex flex-wrap gap-2" role="group" aria-label={t('invigilation:people')}>
          {GROUPS.map((group) => (
            <button
              key={group}
              type="button"
              className="choice"
              aria-pressed={shown.group === group}
              onClick={() => control.show({ group })}
            >
              {labelOf(group)}
              <span className="tabular-nums" data-testid={`count-${group}`}>
                {counts[group]}
              </span>
            </button>
          ))}
        </div>
        <input
          type="search"
          maxLength={50}
          aria-label={t('invigilation:search')}
          placeholder={t('invigilation:search')}
          className="input input-sm w-full sm:ms-auto sm:w-56"
          onChange={(event) => control.show({ keyword: event.currentTarget.value })}
        />
      </div>

      <section className="paper" aria-label={labelOf(shown.group)}>
        {people.list.length === 0 ? (
          <p className="p-8 text-center text-muted">{t('invigilation:nobody')}</p>
        ) : (
          <ul className="divide-y divide-base-300">
            {people.list.map((candidate, index) => (
              <CandidateRow
                key={`${candidate.userId} ${candidate.attempt?.id ?? index}`}
                {...{ candidate, timeZone }}
                questionCount={room.questionCount}
                onAct={() => setTarget(candidate)}
              />
            ))}
          </ul>
        )}
      </section>
      <Pages
        {...{ pageCurrent: people.pageCurrent, totalPage: people.totalPage }}
        onGo={(pageCurrent) => control.show({ pageCurrent })}
      />

      <ActionLog log={control.log} timeZone={timeZone} onGo={control.showLog} />
      <Invigilators {...{ room }} />
      {target && (
        <Actions
          {...{ target, examId: room.examId }}
          onClose={() => setTarget(null)}
          onDone={() => {
            setTarget(null);
            void control.refresh();
          }}
        />
      )}
    </div>
  );
});
