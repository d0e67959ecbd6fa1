import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';

/** Keys with what they do, a text of `exam:hall.keys`. */
const KEYS: [string, string[]][] = [
  ['previous', ['←', 'P']],
  ['next', ['→', 'N']],
  ['goTo', ['J']],
  ['choose', ['A–H', '1–9']],
  ['strike', ['X']],
  ['flag', ['M']],
  ['language', ['L']],
  ['note', ['O']],
  ['pad', ['S']],
  ['help', ['?']],
];

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void };

/** The keys of the exam screen, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutsDialog({ isOn, onSwitch, onClose }: Props) {
  const t = useT();
  return (
    <ActionDialog title={t('exam:hall.keys.title')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {KEYS.map(([name, keys]) => (
          <div key={name} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-field border border-base-300 bg-base-200 px-2 py-0.5 text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`exam:hall.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{t('exam:hall.keys.hint')}</p>
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary"
          checked={isOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        {t('exam:hall.keys.on')}
      </label>
    </ActionDialog>
  );
}
