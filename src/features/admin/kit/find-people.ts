import { api } from '#src/client/api.ts';
import type { Search } from '../../people/PersonField.tsx';

/** People that are shown at once. */
const MOST = 8;

/** Active members whom the viewer manages or may see, by name, pinyin, employee number or phone number. */
export const findManagedPeople: Search = async (keyword) =>
  (await api('POST /user/auth/people/page', { keyword, status: 'active', pageSize: MOST })).list;
