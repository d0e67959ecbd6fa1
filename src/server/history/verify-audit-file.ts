export const AUDIT_FORMAT = 'zhixing-audit-log/1';

/** What a signed file of the audit log contains as JSON. */
export type AuditFile = {
  format: string;
  enterprise: string;
  madeAt: string;
  issuedBy: string;
  /** The whole export may be in several files; entries are in their order. */
  part: number;
  isLast: boolean;
  count: number;
  filter: { userId?: string; subjectId?: string; action?: string; from?: string; to?: string };
  departments: string[] | null;
  entries: {
    id: string;
    at: string;
    action: string;
    userId: string | null;
    subjects: { id: string; name: string | null }[];
  }[];
};

/**
 * Checks whether the entries of a signed file agree with what it says of itself.
 * @returns what does not agree
 */
export function verifyAuditFile({ count, entries, filter, madeAt }: AuditFile): string[] {
  const problems: string[] = [];
  if (count !== entries.length) problems.push(`the file says ${count} entries and has ${entries.length}`);
  if (entries.some(({ id }, n) => n > 0 && id >= entries[n - 1]!.id))
    problems.push('the entries are not in their order');
  if (entries.some(({ at }) => at > madeAt)) problems.push('an entry is later than the file');
  const wrong = entries.filter(
    ({ userId, action, subjects }) =>
      (filter.userId && filter.userId !== userId) ||
      (filter.action && filter.action !== action) ||
      // Not all subjects are listed where there are many.
      (filter.subjectId && subjects.length < 20 && !subjects.some(({ id }) => id === filter.subjectId)),
  );
  if (wrong.length > 0) problems.push(`${wrong.length} entries do not belong to the filter`);
  return problems;
}
