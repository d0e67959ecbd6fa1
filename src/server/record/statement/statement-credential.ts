import { signToken } from '#src/server/core/signed-token.ts';
import { ISSUER_PATH, KEY_PATH } from '../sheet/credential.ts';
import type { Issued } from './make-statement.ts';

type Signer = { tenant: { id: string; name: string }; origin: string };

/**
 * Signs a statement as a verifiable credential in the form of a JSON Web Token (docs/specification.md, section "Annual statements"). Whether
 * the ledger has changed since, only the page that its id names can say.
 */
export function signStatement(statement: Issued, { tenant, origin }: Signer): string {
  const { statementNo, year, userName, department, people, enterpriseName, content, issuedAt } = statement;
  const { hours, credits, examCount, certificateCount, exams, certificates } = content;
  const id = `${origin}/statement/${statementNo}`;
  const issuer = origin + ISSUER_PATH;
  return signToken(tenant.id, origin + KEY_PATH, {
    ...{ iss: issuer, jti: id, nbf: Math.floor(+issuedAt / 1000) },
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/undefined-terms/v2'],
    ...{ id, type: ['VerifiableCredential', 'AnnualStatementCredential'], name: `${year}` },
    issuer: { id: issuer, type: ['Profile'], name: enterpriseName },
    validFrom: issuedAt.toISOString(),
    credentialSubject: {
      type: [userName === null ? 'Organization' : 'Person'],
      name: userName ?? content.organisation ?? department ?? enterpriseName,
      statement: {
        ...{ number: statementNo, year, hours, credits, examCount, certificateCount },
        ...(people ? { peopleCount: people.length } : { exams, certificates }),
      },
    },
  });
}
