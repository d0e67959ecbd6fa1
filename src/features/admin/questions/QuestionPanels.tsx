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
  /** A new question begins with the content of the item. */
  isCopy?: boolean;
  timeZone: string;
  /** Called with the question whenever it begins or ends to have changes that are not saved. */
  onUnsaved: (id: string, isUnsaved: boolean) => void;
  /** Called with the question once it is stored. */
  onStored: (id: string) => void;
  onClose: () => void;
};

/** Writes a question beside the list. What was changed and not saved is there when the panel is opened again. */
export function EditPanel({ bank, item, isCopy = false, timeZone, onUnsaved, onStored, onClose }: EditProps) {
  const t = useT();
  const tell = (is: boolean) => {
    if (item && !isCopy) onUnsaved(item.id, is);
  };
  const editor = { bank, timeZone, onUnsaved: tell, onStored, onClose };
  const title = !item ? t('bank:newQuestion') : t(isCopy ? 'bank:copyNamed' : 'bank:editNamed', { code: item.code });
  return (
    <SidePanel title={title} onClose={onClose}>
      {item ? <Editing {...editor} id={item.id} isCopy={isCopy} /> : <QuestionEditor {...editor} question={null} />}
    </SidePanel>
  );
}

type EditingProps = Omit<Parameters<typeof QuestionEditor>[0], 'question' | 'copied'> & { id: string; isCopy: boolean };

function Editing({ id, isCopy, ...editor }: EditingProps) {
  const question = useCall('GET /exam/auth/question/view', { id });
  return (
    <LoadState query={question}>
      {(found) => (
        <QuestionEditor {...editor} {...(isCopy ? { question: null, copied: found } : { question: found })} />
      )}
    </LoadState>
  );
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
