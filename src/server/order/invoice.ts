import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { organisationInvoice, type Invoice } from './tables.ts';

type Input = OperationInput<'POST /course/auth/order/invoice/save'>;
const NO_INVOICE: Invoice = {
  ...{ title: '', taxNumber: '', address: '', phone: '', bank: '', bankAccount: '' },
};

/** Reads the invoice data of the viewer's organisation; null: none are stored. */
export async function readInvoice({ db, tenant, viewer }: Context): Promise<Invoice | null> {
  const t = organisationInvoice;
  const [found] = await db
    .select({
      ...{ title: t.title, taxNumber: t.taxNumber, address: t.address },
      ...{ phone: t.phone, bank: t.bank, bankAccount: t.bankAccount },
    })
    .from(t)
    .where(and(eq(t.enterpriseId, tenant.id), eq(t.userId, viewer.userId)));
  return found ?? null;
}

/** Returns the invoice data of the viewer's organisation, empty if none are stored. */
export const viewInvoice = async (ctx: Context) => (await readInvoice(ctx)) ?? NO_INVOICE;

/** Stores the invoice data of the viewer's organisation. Orders keep those that they were submitted with. */
export async function saveInvoice(ctx: Context, invoice: Input) {
  const { db, tenant, viewer, now } = ctx;
  const row = { ...invoice, gmtModified: now() };
  await db
    .insert(organisationInvoice)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, ...row })
    .onConflictDoUpdate({ target: [organisationInvoice.enterpriseId, organisationInvoice.userId], set: row });
  await audit(
    db,
    ctx,
    'invoice.changed',
    { title: invoice.title, taxNumber: invoice.taxNumber },
    { about: [viewer.userId] },
  );
  return invoice;
}
