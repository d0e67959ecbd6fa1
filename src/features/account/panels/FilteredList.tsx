import type { ComponentProps, ReactNode } from 'react';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { useLastPage } from '../account-context.ts';
import { accountLink, type PanelName, titleKey } from '../account-query.ts';
import { choicesOf } from './choices-of.ts';
import { NothingFound } from './NothingFound.tsx';

type Props<T, S extends string> = Pick<ComponentProps<typeof PagedList<T>>, 'query' | 'keyOf' | 'children'> & {
  panel: PanelName;
  /** Name of the query parameter. */
  name: string;
  states: readonly S[];
  state: S | undefined;
  textOf: (state: S) => string;
  /** Shown if the list is empty without a filter. */
  empty: ComponentProps<typeof EmptyState>;
  /** Buttons that export the list; shown unless it is empty. */
  exports: ReactNode;
};

/** A list of `/account` with a status filter. */
export function FilteredList<T, S extends string>({
  panel,
  name,
  states,
  state,
  textOf,
  empty,
  exports,
  ...list
}: Props<T, S>) {
  const t = useT();
  const link = accountLink(useLocale(), panel);
  useLastPage(list.query.data);
  const text = (value: S | undefined) => (value ? textOf(value) : t('record:filter.all'));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Choices
          label={t('record:filter.state')}
          choices={choicesOf({ name, values: states, chosen: state, text }, link)}
          className="me-auto"
        />
        {Boolean(list.query.data?.totalCount) && exports}
      </div>
      <PagedList
        {...list}
        label={t(titleKey(panel))}
        empty={state ? <NothingFound all={link({})} /> : <EmptyState {...empty} />}
        href={(page) => link({ [name]: state, page })}
      />
    </>
  );
}
