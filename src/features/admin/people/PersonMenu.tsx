import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useT } from '#src/i18n/island.tsx';
import { Confirm } from '../kit/Confirm.tsx';
import { GrantDialog } from '../roles/GrantDialog.tsx';
import { type Consequences, effects, peopleChanged } from './effects.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import type { Row } from './people-list.ts';
import { PersonPanel } from './PersonPanel.tsx';
import { TransferDialog } from './TransferDialog.tsx';

type Person = Pick<Row, 'userId' | 'userName' | 'status' | 'canChange'>;
type Props = {
  person: Person;
  /** The viewer, who grants roles. */
  isAdmin: boolean;
  timeZone: string;
  /** In a row of a table, whose name is read out. */
  isIcon?: boolean;
};
const ACTS = ['edit', 'transfer', 'disable', 'enable', 'endSessions', 'password', 'grant'] as const;
type MenuAct = (typeof ACTS)[number];

const ICONS: Record<MenuAct, IconName> = {
  ...{ edit: 'edit', transfer: 'move', disable: 'lock', enable: 'check-circle', endSessions: 'logout' },
  ...{ password: 'key', grant: 'shield' },
};

/** What the viewer may do with a member. */
export function PersonMenu({ person, isAdmin, timeZone, isIcon }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const menu = useId();
  const { userId, userName, status, canChange } = person;
  const [open, setOpen] = useState<{ act: MenuAct; consequences?: Consequences } | null>(null);
  const isActive = status === 'active';
  const may: Record<MenuAct, boolean> = {
    ...{ edit: canChange, transfer: canChange, disable: canChange && isActive, enable: canChange && !isActive },
    ...{ endSessions: canChange && isActive, password: canChange && isActive, grant: isAdmin && isActive },
  };
  const acts = ACTS.filter((act) => may[act]);
  const begin = useAction(async (act: MenuAct) => {
    if (act === 'edit' || act === 'grant') return setOpen({ act });
    setOpen({ act, consequences: await api('POST /user/auth/people/consequences', { userId }) });
  });
  if (acts.length === 0) return null;
  const close = () => setOpen(null);
  const title = t('people:menu.of', { name: userName });
  return (
    <>
      <button
        type="button"
        popoverTarget={menu}
        className={isIcon ? 'btn btn-square btn-ghost btn-sm' : 'btn'}
        aria-label={title}
        title={isIcon ? t('people:menu.title') : undefined}
        disabled={!hydrated}
      >
        <Icon name="more" className="size-4" />
        {!isIcon && t('people:menu.title')}
      </button>
      <div id={menu} popover="auto" role="group" aria-label={title} className="kit-menu floating text-start">
        {acts.map((act) => (
          <button
            key={act}
            type="button"
            className="menu-row"
            popoverTarget={menu}
            popoverTargetAction="hide"
            onClick={() => void begin.run(act)}
          >
            <Icon name={ICONS[act]} className="size-4" />
            {t(`people:act.${act}`)}
          </button>
        ))}
      </div>
      {open?.act === 'edit' && <PersonPanel userId={userId} name={userName} timeZone={timeZone} onClose={close} />}
      {open?.act === 'grant' && <GrantDialog person={person} onClose={close} />}
      {open?.act === 'transfer' && (
        <TransferDialog {...{ userId, name: userName, timeZone }} consequences={open.consequences!} onClose={close} />
      )}
      {open?.act === 'password' && <PasswordDialog {...{ userId, name: userName }} onClose={close} />}
      {(open?.act === 'disable' || open?.act === 'enable' || open?.act === 'endSessions') && (
        <Change person={person} act={open.act} consequences={open.consequences!} onClose={close} />
      )}
    </>
  );
}

type ChangeProps = {
  person: Person;
  act: 'disable' | 'enable' | 'endSessions';
  consequences: Consequences;
  onClose: () => void;
};

/** Asks before a member is disabled, enabled or signed out, and says what that does. */
function Change({ person: { userId, userName }, act, consequences, onClose }: ChangeProps) {
  const t = useT();
  return (
    <Confirm
      title={t(`people:confirm.${act}`, { name: userName })}
      consequences={effects(t, act, consequences)}
      action={t(`people:act.${act}`)}
      onConfirm={async () => {
        if (act === 'endSessions') await api('POST /user/auth/people/session/end', { userId });
        else await api('PUT /user/auth/people/status', { userId, status: act === 'enable' ? 'active' : 'disabled' });
        notify(t(`people:done.${act}`, { name: userName }), 'success');
        peopleChanged();
      }}
      onClose={onClose}
    />
  );
}
