import { useState } from 'react';
import { island, useT } from '#src/i18n/island.tsx';
import type { Data } from '#src/contract/calls.ts';
import { RegisterForm, type RegisterFormProps } from './RegisterForm.tsx';
import { RegisteredCompany } from './RegisteredCompany.tsx';

type Props = Omit<RegisterFormProps, 'onRegistered'> & {
  /** The enterprise of this host. */
  tenantName: string;
};

/** Registration of an enterprise: the form, and then the link to the new enterprise. */
export default island(function RegisterCompany({ tenantName, ...form }: Props) {
  const t = useT();
  const [registered, setRegistered] = useState<Data<'POST /user/auth/enterprise/info/add'> | null>(null);
  if (registered) return <RegisteredCompany company={registered} tenantName={tenantName} />;
  return (
    <>
      <p className="mt-2 text-muted">{t('company:register.hint')}</p>
      <RegisterForm {...form} onRegistered={setRegistered} />
    </>
  );
});
