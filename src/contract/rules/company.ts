/** Reserved host labels: used for other purposes, or misleading. */
const RESERVED = new Set(
  (
    'www www1 www2 m mobile wap app apps api gateway admin administrator root system sys portal zhixing static cdn assets ' +
    'media files file img images mail email smtp imap pop mx ns ns1 ns2 dns ftp ssh vpn proxy ldap sso auth oauth login ' +
    'logout signin signup register account accounts user users me my id company enterprise tenant tenants default ' +
    'localhost local internal test tests demo dev staging stage beta status health metrics monitor grafana git docs doc ' +
    'help support security abuse postmaster webmaster hostmaster info news blog pay payment billing order shop store ' +
    'search live exam exams course courses study learn en zh cn null undefined'
  ).split(' '),
);

/**
 * Validates the key of an enterprise, the first label of its host name: 3 to 30 of a–z, 0–9 and hyphen, no hyphen at
 * the ends or twice in a row (`xn--` is the punycode prefix), no reserved word.
 * @returns a key of namespace `errors`, or null if it is valid
 */
export function enterpriseKeyProblem(key: string): string | null {
  if (!/^(?=.{3,30}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(key)) return 'field.enterpriseKey';
  return RESERVED.has(key) || /^\d+$/.test(key) ? 'field.enterpriseKeyReserved' : null;
}
