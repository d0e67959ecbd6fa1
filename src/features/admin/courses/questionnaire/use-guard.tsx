import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useT } from '#src/i18n/island.tsx';
import type { CourseDocument } from '../course-document.ts';
import { Confirm } from '../../kit/Confirm.tsx';
import { namesOfBroken, type Page, type Path } from './questionnaire-parts.ts';

/** Asks before a change of the pages that makes conditions unusable, and otherwise does it at once. */
export type Guard = (next: (pages: Page[]) => Page[], act: () => void) => void;

/** @returns the guard of a questionnaire, and the dialog in which it asks */
export function useGuard(name: Path): { guard: Guard; dialog: ReactNode } {
  const t = useT();
  const { getValues } = useFormContext<CourseDocument>();
  const [asked, setAsked] = useState<{ names: string[]; act: () => void } | null>(null);
  const guard: Guard = (next, act) => {
    const pages = getValues(`${name}.pages`) as Page[];
    const names = namesOfBroken(t, pages, next(pages));
    if (names.length === 0) act();
    else setAsked({ names, act });
  };
  const dialog = asked && (
    <Confirm
      title={t('editing:questionnaire.referred')}
      consequences={asked.names.map((broken) => t('editing:questionnaire.referredBy', { name: broken }))}
      action={t('editing:questionnaire.goOn')}
      onConfirm={() => Promise.resolve(asked.act())}
      onClose={() => setAsked(null)}
    />
  );
  return { guard, dialog };
}
