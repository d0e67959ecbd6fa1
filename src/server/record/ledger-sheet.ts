import type { Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { inZone } from '#src/lib/dates.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Sheet } from '#src/server/export/write-sheet.ts';
import { readLedger, type LedgerFilter } from './read-ledger.ts';

type Asked = { enterpriseId: string; userId: string; locale: Locale; timeZone: string; input: LedgerFilter };

/** A person's ledger lines as a sheet, in their language, with times on the clocks of the tenant. */
export async function ledgerSheet(db: TenantDb, { locale, timeZone, input, ...person }: Asked): Promise<Sheet> {
  const t = getT(locale);
  const lines = await readLedger(db, person, input);
  const kindOf = ({ kind, hourKind }: (typeof lines)[number]) =>
    kind === 'hours' ? t(`record:hours.${hourKind ?? 'other'}`) : t(`record:ledger.${kind}`);
  return {
    name: t(input.kind === 'hours' ? 'export:name.hours' : 'export:name.credits'),
    columns: [
      { header: t('record:ledger.time'), width: 18 },
      { header: t('record:ledger.title'), width: 48 },
      { header: t('record:ledger.kind'), width: 20 },
      { header: t('record:ledger.amount'), width: 12 },
      { header: t('export:column.year'), width: 10 },
      { header: t('export:column.remark'), width: 20 },
    ],
    rows: lines.map((line) => [
      inZone(line.gmtCreate, timeZone).format('YYYY-MM-DD HH:mm'),
      line.title,
      kindOf(line),
      Number(line.amount),
      line.year,
      line.reversal ? t('record:ledger.reversal') : '',
    ]),
  };
}
