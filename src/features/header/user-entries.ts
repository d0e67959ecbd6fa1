import type { IconName } from '#src/components/icons.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { SessionViewer } from '#src/client/session.store.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';

export type UserEntry = { icon: IconName; label: string; path: string; count?: number };

/** Personal entries of user dropdown and drawer (docs/specification.md, section "Top bar"). */
export function userEntries(t: Translate, user: SessionViewer): UserEntry[] {
  const entries: UserEntry[] = [
    { icon: 'task', label: t('common:user.myTasks'), path: '/account?change=1' },
    { icon: 'chart', label: t('common:user.trainingRecords'), path: '/account?change=2' },
    { icon: 'list', label: t('common:user.myRecords'), path: '/account?change=3' },
    {
      icon: 'clock',
      label: t('common:user.classHours'),
      path: '/account?change=3&recordType=1',
      count: user.totalHours,
    },
    {
      icon: 'certificate',
      label: t('common:user.certificates'),
      path: '/account?change=3&recordType=2',
      count: user.certificateCount,
    },
  ];
  if (user.userType === USER_TYPE.lecturer)
    entries.push(
      { icon: 'lecturer', label: t('common:user.teaching'), path: '/account?change=8' },
      { icon: 'list', label: t('common:user.questionBanks'), path: '/admin/questions' },
    );
  if (user.userType === USER_TYPE.organisation)
    entries.push({ icon: 'users', label: t('common:user.organisation'), path: '/account?change=7' });
  return entries;
}
