import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessOf, hasAccess } from '#src/contract/rules/page-access.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { PLACES, placeOf } from './places.ts';
import { shownPlaces } from './shown-places.ts';

const member = (userType: number, isAdmin = false) => ({ userType, isAdmin, grants: [] });

it('every place is a page', () => {
  for (const { path } of PLACES) {
    const file = path.split('?')[0]!;
    expect(existsSync(`src/pages${file}.astro`) || existsSync(`src/pages${file}/index.astro`), path).toBe(true);
  }
});

it('a page belongs to the place it is below', () => {
  expect(placeOf('/admin')?.name).toBe('overview');
  expect(placeOf('/admin/exams')?.name).toBe('exams');
  expect(placeOf('/admin/exams/edit')?.name).toBe('exams');
  expect(placeOf('/admin/people/import')?.name).toBe('importPeople');
  expect(placeOf('/admin/exams-of-old')).toBeNull();
  expect(placeOf('/test/control')?.name).toBe('control');
  expect(placeOf('/account')).toBeNull();
});

it('nobody is shown a place they may not open', () => {
  for (const userType of Object.values(USER_TYPE))
    for (const isModerator of [false, true])
      for (const name of shownPlaces(member(userType), isModerator, null)) {
        const { path } = PLACES.find((place) => place.name === name)!;
        expect(hasAccess(accessOf(path.split('?')[0]!)!, member(userType)), path).toBe(true);
      }
});

it('places are shown by role', () => {
  const lecturer = ['exams', 'questions', 'marking', 'analysis', 'control', 'approvals', 'certificates'];
  expect(shownPlaces(member(USER_TYPE.lecturer), false, null)).toEqual(lecturer);
  expect(shownPlaces(member(USER_TYPE.organisation), false, null)).toEqual(['export']);
  expect(shownPlaces(member(USER_TYPE.member), true, null)).toEqual(['moderation']);
  expect(shownPlaces(member(USER_TYPE.member, true), true, null)).toEqual(PLACES.map(({ name }) => name));
  // Anybody may be named as an invigilator.
  expect(shownPlaces(member(USER_TYPE.member), false, placeOf('/test/control'))).toEqual(['control']);
});
