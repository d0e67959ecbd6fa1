import type { Plan, Group } from './people-plan.ts';

/** The crew of a ship besides those of the people file. */
const crew = (ship: string, isLarge: boolean, messmen: number): Group[] => [
  { department: ship, post: 'Master', count: 1 },
  { department: `${ship}/Deck`, post: 'Chief officer', count: 1 },
  { department: `${ship}/Deck`, post: 'Second officer', count: 1 },
  { department: `${ship}/Deck`, post: 'Third officer', count: 1 },
  { department: `${ship}/Deck`, post: 'Bosun', count: 1 },
  { department: `${ship}/Deck`, post: 'Able seaman', count: isLarge ? 4 : 3 },
  { department: `${ship}/Deck`, post: 'Ordinary seaman', count: isLarge ? 2 : 1 },
  { department: `${ship}/Engine`, post: 'Chief engineer', count: 1 },
  { department: `${ship}/Engine`, post: 'Second engineer', count: 1 },
  { department: `${ship}/Engine`, post: 'Third engineer', count: 1 },
  { department: `${ship}/Engine`, post: 'Oiler', count: 2 },
  { department: `${ship}/Catering`, post: 'Cook', count: 1 },
  { department: `${ship}/Catering`, post: 'Messman', count: messmen },
];

const DECK_OFFICERS = ['Master', 'Chief officer', 'Second officer', 'Third officer'];
const OFFICERS = [...DECK_OFFICERS, 'Chief engineer', 'Second engineer', 'Third engineer'];

/** What is invented for Bluebay Shipping: with those of its people file 120 people on eight ships and ashore. */
export const bluebayPlan: Plan = {
  number: 'BB-',
  isExperienced: true,
  groups: [
    ...['MV Blue Bay', 'MV Blue Cape', 'MV Blue Delta'].flatMap((ship) => crew(ship, true, 4)),
    ...crew('MV Blue Gulf', false, 3),
    ...crew('MV Blue Lagoon', false, 2),
  ],
  held: [
    { certificate: 'basic-safety', months: 60, share: 0.98 },
    { certificate: 'security-awareness', months: null, share: 0.97 },
    { certificate: 'medical-fitness', months: 24, share: 0.98 },
    { certificate: 'advanced-fire-fighting', posts: OFFICERS, months: 60 },
    { certificate: 'medical-first-aid', posts: OFFICERS, months: 60 },
    { certificate: 'survival-craft', posts: [...OFFICERS, 'Bosun', 'Able seaman'], months: 60 },
    { certificate: 'gmdss-operator', posts: DECK_OFFICERS, months: 60 },
    { certificate: 'ecdis-generic', posts: DECK_OFFICERS, months: 60 },
    { certificate: 'cyber-certificate', posts: OFFICERS, months: 12, share: 0.85 },
    { certificate: 'food-hygiene', posts: ['Cook', 'Messman'], months: 36 },
  ],
  completed: [
    {
      course: 'enclosed-space',
      posts: ['Bosun', 'Able seaman', 'Ordinary seaman', 'Oiler'],
      days: [480, 330, 210, 90],
    },
  ],
  passed: [
    { exam: 'cyber-exam', posts: ['Second officer', 'Third officer'], every: 2, days: 430 },
    { exam: 'cyber-exam', posts: ['Second engineer', 'Third engineer'], every: 3, days: 100 },
  ],
  exempt: [
    { requirement: 'medical-fitness', post: 'Messman', reason: 'On leave, not on board', until: '+40d' },
    { requirement: 'food-hygiene', post: 'Messman', reason: 'On leave, not on board', until: '+40d' },
  ],
};
