import { getTableName } from 'drizzle-orm';
import { foreignKey, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { enterpriseUser } from './account.ts';

/**
 * Foreign key to a member of the tenant, named `<table>_<column>_member_fk`. Members are disabled, never deleted. Columns
 * that may refer to other users have none: `audit_log.user_id`, `file.uploaded_by` and `user_consent.user_id`.
 */
export const memberKey = <T extends string>(
  enterpriseId: AnyPgColumn<{ tableName: T }>,
  userId: AnyPgColumn<{ tableName: T }>,
) =>
  foreignKey({
    name: `${getTableName(userId.table)}_${userId.name}_member_fk`,
    columns: [enterpriseId, userId],
    foreignColumns: [enterpriseUser.enterpriseId, enterpriseUser.userId],
  });
