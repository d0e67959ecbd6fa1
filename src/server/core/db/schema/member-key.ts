import { getTableName } from 'drizzle-orm';
import { foreignKey, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { enterpriseUser } from './account.ts';

/**
 * Foreign key to a person of the tenant, named `<table>_<column>_member_fk`. Members are disabled, never deleted. Without
 * one is only `audit_log`: it also names people who tried to enter and do not belong to the tenant.
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
