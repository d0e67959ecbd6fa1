import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

export type AttendanceState = Data<'POST /course/auth/training/sign/save'>['state'];

const TONES: Record<AttendanceState, string> = {
  present: 'badge-success',
  late: 'badge-warning',
  early: 'badge-warning',
  absent: 'badge-error',
};

/** State of a member's attendance. */
export function AttendanceBadge({ state }: { state: AttendanceState }) {
  const t = useT();
  return (
    <span className={`badge badge-soft badge-sm whitespace-nowrap ${TONES[state]}`}>
      {t(`enum:attendance.${state}`)}
    </span>
  );
}
