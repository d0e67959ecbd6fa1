import type { ConstructorOptions } from 'pg-boss';
import { APP_ROLE } from '../db/pool.ts';

/** The portal's own login and role for the job queue. Its tables are made by migrations, and nothing runs by calendar. */
export function bossOptions(): ConstructorOptions {
  const address = new URL(process.env.DATABASE_URL!);
  address.searchParams.set('options', `-c role=${APP_ROLE}`);
  return { connectionString: address.href, application_name: 'zhixing-jobs', migrate: false, schedule: false };
}
