import type { ConstructorOptions } from 'pg-boss';
import { APP_ROLE } from '../db/pool.ts';

/**
 * Options of pg-boss with the portal's login and role. Migrations create its tables, and no job is scheduled by cron.
 */
export function bossOptions(): ConstructorOptions {
  const address = new URL(process.env.DATABASE_URL!);
  address.searchParams.set('options', `-c role=${APP_ROLE}`);
  return { connectionString: address.href, application_name: 'zhixing-jobs', migrate: false, schedule: false };
}
