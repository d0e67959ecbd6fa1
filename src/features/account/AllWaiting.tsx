import type { ReactNode } from 'react';
import { useCall } from '#src/client/query.ts';
import { SECTIONS, type WaitingCall, waitingPages } from './teaching-sections.ts';

export type WaitingList = {
  section: (typeof SECTIONS)[number];
  query: ReturnType<typeof useCall<WaitingCall>>;
};
type Props = { children: (lists: readonly WaitingList[]) => ReactNode };

/** Reads the lists of all sections of the Teaching panel: each level of the recursion adds one. */
export function AllWaiting({ children, lists = [] }: Props & { lists?: readonly WaitingList[] }) {
  return lists.length < SECTIONS.length ? <OneMore lists={lists}>{children}</OneMore> : children(lists);
}

function OneMore({ children, lists }: Props & { lists: readonly WaitingList[] }) {
  const query = useCall(...waitingPages()[lists.length]!);
  return <AllWaiting lists={[...lists, { section: SECTIONS[lists.length]!, query }]}>{children}</AllWaiting>;
}
