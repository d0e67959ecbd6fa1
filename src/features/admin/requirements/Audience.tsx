import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { bound } from '../kit/form-fields.tsx';
import { AudienceRules } from './AudienceRules.tsx';
import { NamedField } from './NamedField.tsx';
import type { Choices } from './requirement-settings.ts';

const Named = bound(NamedField);

/** Whom a requirement concerns: rules about groups, and people by name. */
export function Audience({ choices, hidden }: { choices: Choices; hidden: number }) {
  const t = useT();
  return (
    <Group title={t('requirement:editor.who')} hint={t('requirement:editor.whoHint')}>
      <AudienceRules choices={choices} />
      <Named name="people" label={t('requirement:editor.named')} hidden={hidden} />
    </Group>
  );
}
