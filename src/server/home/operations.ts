import { home } from '#src/contract/home.ts';
import { implement } from '#src/server/core/implement.ts';
import { pageClasses } from './page-classes.ts';
import { viewHome } from './view-home.ts';

export const homeOperations = implement(home, {
  'GET /data/auth/user/home/view': { ownTransaction: viewHome },
  'POST /data/auth/user/class/page': pageClasses,
});
