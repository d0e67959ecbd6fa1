import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { isTaxNumber, plainTaxNumber } from '#src/contract/rules/tax-number.ts';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { invoiceView } from './centre-view.ts';

type Invoice = Data<'GET /course/auth/order/invoice/view'>;
const FIELDS = [
  { name: 'title', maxLength: 100, required: true },
  { name: 'taxNumber', maxLength: 40, required: true },
  { name: 'address', maxLength: 200, required: false },
  { name: 'phone', maxLength: 40, required: false },
  { name: 'bank', maxLength: 100, required: false },
  { name: 'bankAccount', maxLength: 50, required: false },
] as const;

/** The invoice data of the organisation (`change=7&part=invoice`). */
export function InvoiceForm() {
  const invoice = useCall(...invoiceView());
  return <LoadState query={invoice}>{(data) => <Fields invoice={data} />}</LoadState>;
}

function Fields({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    draft: 'invoice',
    validate: (values) => {
      const needed = t('errors:field.required');
      const missing = required(values, { title: needed, taxNumber: needed });
      if (!missing.taxNumber && !isTaxNumber(plainTaxNumber(textOf(values, 'taxNumber'))))
        return { ...missing, taxNumber: t('errors:field.taxNumber') };
      return missing;
    },
    send: async (values) => {
      const input = Object.fromEntries(FIELDS.map(({ name }) => [name, textOf(values, name)])) as Invoice;
      await api('POST /course/auth/order/invoice/save', input, { isShowErrTip: false });
      notify(t('centre:invoice.saved'), 'success');
      invalidate('GET /course/auth/order/invoice/view');
    },
  });
  return (
    <form method="post" {...form.form} className="paper flex max-w-2xl flex-col gap-5 p-4 sm:p-6">
      <div>
        <h2 className="text-lg font-semibold">{t('centre:part.invoice')}</h2>
        <p className="text-sm text-muted">{t('centre:invoice.hint')}</p>
      </div>
      <FormAlert text={form.alert} />
      {FIELDS.map(({ name, ...field }) => (
        <FormField
          key={name}
          {...form.field(name)}
          {...field}
          id={`invoice-${name}`}
          label={t(`order:invoice.${name}`)}
          hint={name === 'taxNumber' ? t('centre:invoice.taxNumberHint') : undefined}
          defaultValue={invoice[name]}
        />
      ))}
      <SubmitButton {...form.submit} className="self-start">
        {t('centre:invoice.save')}
      </SubmitButton>
    </form>
  );
}
