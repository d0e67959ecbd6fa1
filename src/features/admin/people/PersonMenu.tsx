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
import { FactorReset } from './FactorReset.tsx';
import { type Consequences, effects, peopleChanged } from './effects.ts';
import { CopyDialog, EraseDialog } from './DataDialogs.tsx';
import { PersonInvite } from './PersonInvite.tsx';
import { PersonMerge } from './PersonMerge.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import type { Row } from './people-list.ts';
import { PersonPanel } from './PersonPanel.tsx';
import { TransferDialog } from './TransferDialog.tsx';

type Person = Pick<Row, 'userId' | 'userName' | 'status' | 'canChange'> & {
  erasedAt?: string | null;
  hasPassword?: boolean;
};
const ACTS = [
  'edit',
  'invite',
  'transfer',
  'disable',
  'enable',
  'endSessions',
  'password',
  'factor',
  'grant',
  'merge',
  'copyData',
  'erase',
] as const;
type MenuAct = (typeof ACTS)[number];

const ICONS: Record<MenuAct, IconName> = {
  ...{ edit: 'edit', invite: 'mail', transfer: 'move', disable: 'lock', enable: 'check-circle', endSessions: 'logout' },
  ...{ password: 'key', factor: 'phone', grant: 'shield', merge: 'users', copyData: 'download', erase: 'trash' },
};

/** Acts whose dialogs say themselves what they do. */
const DIRECT: readonly MenuAct[] = ['edit', 'invite', 'factor', 'grant', 'merge', 'copyData', 'erase'];

type Open = { act: MenuAct; person: Person; consequences?: Consequences };

/**
 * What may be done with a member: its dialog is rendered beside a table, not in its row, whose keys it would take.
 * @returns `begin`: opens the dialog of an act; `dialog`: the open one
 */
export function usePersonActs(timeZone: string) {
  const [open, setOpen] = useState<Open | null>(null);
  const begin = useAction(async (person: Person, act: MenuAct) => {
    if (DIRECT.includes(act)) return setOpen({ person, act });
    const consequences = await api('POST /user/auth/people/consequences', { userId: person.userId });
    setOpen({ person, act, consequences });
  });
  const close = () => setOpen(null);
  return {
    begin: (person: Person, act: MenuAct) => void begin.run(person, act),
    dialog: open && <ActDialog {...open} timeZone={timeZone} onClose={close} />,
  };
}

function ActDialog({ act, person, consequences, timeZone, onClose }: Open & { timeZone: string; onClose: () => void }) {
  const { userId, userName: name } = person;
  switch (act) {
    case 'edit':
      return <PersonPanel {...{ userId, name, timeZone, onClose }} />;
    case 'invite':
      return <PersonInvite {...{ userId, name, onClose }} />;
    case 'factor':
      return <FactorReset {...{ userId, name, onClose }} />;
    case 'grant':
      return <GrantDialog {...{ person, onClose }} />;
    case 'merge':
      return <PersonMerge {...{ userId, name, timeZone, onClose }} />;
    case 'copyData':
      return <CopyDialog {...{ userId, name, onClose }} />;
    case 'erase':
      return <EraseDialog {...{ userId, name, onClose }} />;
    case 'transfer':
      return <TransferDialog {...{ userId, name, timeZone, onClose }} consequences={consequences!} />;
    case 'password':
      return <PasswordDialog {...{ userId, name, onClose }} />;
    default:
      return <Change {...{ person, act, onClose }} consequences={consequences!} />;
  }
}

type Props = {
  person: Person;
  /** The viewer grants roles. */
  isAdmin: boolean;
  /** In a row of a table. */
  isIcon?: boolean;
  onAct: (person: Person, act: MenuAct) => void;
};

/** A menu of what the viewer may do with a member; nothing where that is nothing. */
export function PersonMenu({ person, isAdmin, isIcon, onAct }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const menu = useId();
  const { userName, status, canChange } = person;
  const isActive = status === 'active';
  const isErased = Boolean(person.erasedAt);
  const may: Record<MenuAct, boolean> = {
    ...{
      edit: canChange,
      invite: canChange && isActive && person.hasPassword !== true,
      transfer: canChange,
      disable: canChange && isActive,
      enable: canChange && !isActive,
    },
    ...{
      endSessions: canChange && isActive,
      password: canChange && isActive,
      factor: canChange && isActive,
      grant: isAdmin && isActive,
    },
    ...{ merge: isAdmin && canChange && isActive, copyData: isAdmin && !isErased, erase: isAdmin && !isErased },
  };
  const acts = ACTS.filter((act) => may[act]);
  if (acts.length === 0) return null;
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
            onClick={() => onAct(person, act)}
          >
            <Icon name={ICONS[act]} className="size-4" />
            {t(`people:act.${act}`)}
          </button>
        ))}
      </div>
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
