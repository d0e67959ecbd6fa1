import { home } from '#src/contract/home.ts';
import { implement } from '#src/server/core/implement.ts';
import { viewHome } from './view-home.ts';

export const homeOperations = implement(home, {
  'GET /data/auth/user/home/view': { ownTransaction: viewHome },
});
