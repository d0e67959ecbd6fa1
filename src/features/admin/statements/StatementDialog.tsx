import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { expectExports } from '#src/client/downloads.ts';
import { notify } from '#src/client/notify.ts';
import { useCall } from '#src/client/query.ts';
import { useForm } from '#src/client/use-form.ts';
import { isInScope } from '#src/contract/rules/rights.ts';
import { useT } from '#src/i18n/island.tsx';
import { SelectField } from '../kit/fields.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';

type Props = { year: number; scope: string[] | null; onClose: () => void };

/** Years that can be chosen; the ledger can hold earlier ones, of which nobody asks for a statement. */
const YEARS = 10;

/** Requests the statement of a department in a year, as a job. */
export function StatementDialog({ year: present, scope, onClose }: Props) {
  const t = useT();
  const [year, setYear] = useState(present);
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const departments = useCall('GET /user/auth/organisation/department/list', {}).data?.departments ?? [];
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      const input = { year, ...(departmentId && { departmentId }) };
      const record = await api('POST /data/auth/statement/department/export', input, { isShowErrTip: false });
      notify(t('statement:admin.requested'), 'success');
      expectExports([record]);
      onClose();
    },
  });
  return (
    <FormDialog title={t('statement:admin.add')} action={t('statement:admin.add')} form={form} onClose={onClose}>
      <SelectField
        {...form.field('year')}
        label={t('statement:admin.year')}
        value={year}
        onChange={setYear}
        options={Array.from({ length: YEARS }, (_, n) => ({ value: present - n, label: String(present - n) }))}
      />
      <SelectField
        {...form.field('departmentId')}
        label={t('statement:admin.department')}
        value={departmentId}
        onChange={setDepartmentId}
        options={[
          { value: null, label: t(scope === null ? 'statement:admin.whole' : 'statement:admin.choose') },
          ...departments
            .filter(({ path }) => isInScope(scope, path))
            .map(({ id, path }) => ({ value: id, label: path })),
        ]}
      />
    </FormDialog>
  );
}
