import { type KeyboardEvent, useRef } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';

const METHODS = ['password', 'code'] as const;
export type LoginMethod = (typeof METHODS)[number];

type Props = {
  chosen: LoginMethod;
  /** Codes are sent by e-mail, too. */
  orEmail: boolean;
  /** Id of the panel of the selected method. */
  panel: string;
  onChoose: (method: LoginMethod) => void;
};

/** Id of the tab of a method, which labels the panel. */
export const tabId = (method: LoginMethod) => `tab-${method}`;

/**
 * Tabs by the ARIA pattern: click or arrow keys select, Home and End move to the ends, and only the selected tab is a
 * tab stop.
 */
export function MethodTabs({ chosen, orEmail, panel, onChoose }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const tabs = useRef<Partial<Record<LoginMethod, HTMLButtonElement | null>>>({});

  const onKeyDown = (event: KeyboardEvent) => {
    const at = METHODS.indexOf(chosen);
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: METHODS.length - 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = METHODS.at(step % METHODS.length)!;
    onChoose(next);
    tabs.current[next]!.focus();
  };
  return (
    <div
      role="tablist"
      aria-label={t('account:login.ways')}
      className="flex gap-6 border-b border-base-300"
      onKeyDown={onKeyDown}
    >
      {METHODS.map((method) => (
        <button
          key={method}
          ref={(tab) => {
            tabs.current[method] = tab;
          }}
          type="button"
          role="tab"
          id={tabId(method)}
          disabled={!hydrated}
          aria-selected={method === chosen}
          aria-controls={panel}
          tabIndex={method === chosen ? 0 : -1}
          onClick={() => onChoose(method)}
          className="-mb-px cursor-pointer border-b-2 border-transparent py-2.5 text-muted transition-colors hover:text-base-content aria-selected:border-primary aria-selected:font-semibold aria-selected:text-base-content"
        >
          {t(`account:login.way.${method === 'code' && orEmail ? 'anyCode' : method}`)}
        </button>
      ))}
    </div>
  );
}
