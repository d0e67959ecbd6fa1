import { useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import type { BankView, Item } from './bank-query.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { VersionList } from './VersionList.tsx';

type EditProps = {
  bank: BankView;
  /** Null: a new question. */
  item: Item | null;
  timeZone: string;
  /** Called with the question whenever it begins or ends to have changes that are not saved. */
  onUnsaved: (id: string, isUnsaved: boolean) => void;
  /** Called with the question once it is stored. */
  onStored: (id: string) => void;
  onClose: () => void;
};

/** Writes a question beside the list. What was changed and not saved is there when the panel is opened again. */
export function EditPanel({ bank, item, timeZone, onUnsaved, onStored, onClose }: EditProps) {
  const t = useT();
  const editor = { bank, timeZone, onUnsaved: (is: boolean) => item && onUnsaved(item.id, is), onStored, onClose };
  return (
    <SidePanel title={item ? t('bank:editNamed', { code: item.code }) : t('bank:newQuestion')} onClose={onClose}>
      {item ? <Editing {...editor} id={item.id} /> : <QuestionEditor {...editor} question={null} />}
    </SidePanel>
  );
}

function Editing({ id, ...editor }: Omit<Parameters<typeof QuestionEditor>[0], 'question'> & { id: string }) {
  const question = useCall('GET /exam/auth/question/view', { id });
  return <LoadState query={question}>{(found) => <QuestionEditor {...editor} question={found} />}</LoadState>;
}

/** The versions of a question beside the list. */
export function VersionPanel({ item, timeZone, onClose }: { item: Item; timeZone: string; onClose: () => void }) {
  const t = useT();
  return (
    <SidePanel title={`${t('bank:versionCount', { count: item.version })} · ${item.code}`} onClose={onClose}>
      <VersionList questionId={item.id} timeZone={timeZone} />
    </SidePanel>
  );
}
