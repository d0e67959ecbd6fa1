import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { certificate } from './tables.ts';

/** Imports the kinds of certificates. @returns ids by code */
export function importCertificates(importing: Importing): Promise<Map<string, string>> {
  return syncByCode(
    importing,
    'certificate',
    certificate,
    importing.pack.certificates.map(({ code, certificateName, issuer, validMonths = null }) => ({
      ...{ code, certificateName, issuer, validMonths },
    })),
    { hidden: null },
  );
}
