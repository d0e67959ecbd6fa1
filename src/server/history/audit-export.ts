import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { getT } from '#src/i18n/server.ts';
import type { AskedExport, ExportList } from '#src/server/export/export-list.ts';
import { auditEntries, type AuditRow } from './audit-log.ts';
import { shownEntry } from './entry-text.ts';
import { AUDIT_FORMAT } from './verify-audit-file.ts';

type Filter = OperationInput<'POST /data/auth/audit/export'>;
const filterOf = ({ input }: AskedExport) => {
  const { userId, subjectId, action, from, to } = input as unknown as Filter;
  return { userId, subjectId, action, from, to };
};

/** Export of the audit log, with the departments whose log the user may read when the file is made. */
export const auditExport: ExportList<AuditRow> = {
  query: (asked) =>
    auditEntries({ tenant: { id: asked.enterpriseId, timeZone: asked.timeZone }, viewer: asked }, filterOf(asked)),
  columns: (t, asked) => {
    const isWhole = scopeOf(asked, 'audit.read') === null;
    const entry = (row: AuditRow) => shownEntry(row, getT(asked.locale));
    return [
      { name: 'time', width: 18, type: 'time', value: ({ gmtCreate }) => new Date(gmtCreate) },
      {
        name: 'actor',
        width: 18,
        type: 'text',
        value: (row) => {
          const { userName, by } = entry(row);
          return userName ?? t(`admin:history.by.${by}`);
        },
      },
      { name: 'what', width: 40, type: 'text', value: (row) => entry(row).text },
      { name: 'action', width: 24, type: 'text', value: ({ action }) => action },
      {
        name: 'about',
        width: 32,
        type: 'text',
        value: ({ subjects }) => subjects.map(({ id, name }) => name ?? id).join(', '),
      },
      { name: 'address', width: 18, type: 'text', value: ({ address }) => address },
      {
        name: 'detail',
        width: 60,
        type: 'text',
        value: ({ detail }) => (isWhole && detail ? JSON.stringify(detail) : null),
      },
    ];
  },
  signed: {
    format: AUDIT_FORMAT,
    head: (asked) => ({ filter: filterOf(asked), departments: scopeOf(asked, 'audit.read') }),
    entry: ({ id, gmtCreate, action, detail, userId, userName, address, subjects }, asked) => ({
      ...{ id, at: new Date(gmtCreate).toISOString(), action, userId, userName, address, subjects },
      detail: scopeOf(asked, 'audit.read') === null ? detail : null,
    }),
  },
};
