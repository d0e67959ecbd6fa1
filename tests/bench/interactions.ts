import type { Page } from 'playwright';

/** Paths that are looked up in the demo content. */
export type Paths = Record<
  'course' | 'registeredCourse' | 'project' | 'announcement' | 'attempt' | 'largeCourse',
  string
>;
export type Interaction = {
  island: string;
  what: string;
  /**
   * Phone numbers of demo users, one per page load: interactions that are possible once need another user each time.
   * Empty: a visitor.
   */
  who: string[];
  page: (paths: Paths) => string;
  /** The island loads on first interaction; this is included in the measurement. */
  touch?: boolean;
  act: (page: Page) => Promise<void>;
};

const LEARNER = ['13800000001'];
const ORGANISATION = ['13800000003'];
const ADMINISTRATOR = ['13800000004'];
const OTHERS = ['13800000012', '13800000013', '13800000014'];
const FURTHER = ['13800000015', '13800000016', '13800000017'];

/** Duration of a click or tap, in milliseconds. */
const HELD = { delay: 80 };

/** Milliseconds between two interactions. */
const LOOK = 300;

const click = (selector: string) => (page: Page) => page.locator(selector).first().click(HELD);
/** Types text key by key, because `fill` is not an interaction. */
const type = (selector: string, text: string) => async (page: Page) => {
  await page.locator(selector).first().click(HELD);
  await page.keyboard.type(text, { delay: 60 });
};
const inTurn =
  (...acts: Interaction['act'][]): Interaction['act'] =>
  async (page) => {
    for (const act of acts) {
      await act(page);
      // Users read the result before they continue.
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(LOOK);
    }
  };
/** The same beside a preview, which is loaded again after each save: the network is never quiet for long. */
const besidePreview =
  (...acts: Interaction['act'][]): Interaction['act'] =>
  async (page) => {
    for (const act of acts) {
      // Also before the first one: somebody who opens a form reads it while the preview is loaded.
      await page.waitForTimeout(3 * LOOK);
      await act(page);
    }
  };
const at = (path: string) => () => path;

/** The main interactions of each island (`client:` in `src`). */
export const INTERACTIONS: Interaction[] = [
  {
    island: 'SearchIsland',
    what: 'open, type, choose by keys',
    who: [],
    page: at('/'),
    touch: true,
    act: async (page) => {
      await click('button[popovertarget=search-box]')(page);
      await type('#search-box input', '安全')(page);
      await page.locator('#search-box [role=option]').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
    },
  },
  {
    island: 'HeaderTools',
    what: 'search: open, type',
    who: LEARNER,
    page: at('/home'),
    act: inTurn(click('button[popovertarget=search-box]'), type('#search-box input', '安全')),
  },
  {
    island: 'HeaderTools',
    what: 'open the menu of the user',
    who: LEARNER,
    page: at('/home'),
    act: click('header details[data-menu] summary >> visible=true >> nth=-1'),
  },
  {
    island: 'HeaderTools',
    what: 'open the download centre',
    who: LEARNER,
    page: at('/home'),
    act: click('button[popovertarget=downloads]'),
  },
  {
    island: 'CheckInCard',
    what: 'check in',
    who: OTHERS,
    page: at('/home'),
    act: click('section[aria-labelledby=check-in] button'),
  },
  {
    island: 'Contribution, HomeRankings',
    what: 'load when near, open the table',
    who: LEARNER,
    page: at('/home'),
    act: async (page) => {
      await page.mouse.wheel(0, 900);
      await page.locator('section[aria-labelledby^=rank-] ol').first().waitFor();
      await click('main details:has(table) summary')(page);
    },
  },
  {
    island: 'Rankings',
    what: 'another ranking, year, page',
    who: LEARNER,
    page: at('/home/rank'),
    act: inTurn(
      click('a[href*="by=hours"]'),
      click('a[href="/home/rank"]'),
      click('a[href*="year=0"]'),
      click('a[href*="page=2"]'),
    ),
  },
  {
    island: 'CheckInScreen',
    what: 'check in',
    who: FURTHER,
    page: at('/sign/sign'),
    act: click('main button.btn-primary'),
  },
  {
    island: 'AccountTabs',
    what: 'all tabs in turn',
    who: LEARNER,
    page: at('/account?change=1'),
    act: async (page) => {
      for (const change of [2, 3, 4, 5, 6, 1]) {
        await click(`main nav a[href*="change=${change}"]`)(page);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(LOOK);
      }
    },
  },
  {
    island: 'AccountTabs',
    what: 'records: all kinds in turn',
    who: LEARNER,
    page: at('/account?change=3&recordType=1'),
    act: async (page) => {
      for (const kind of [2, 3, 4]) {
        await click(`main a[href*="recordType=${kind}"]`)(page);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(LOOK);
      }
    },
  },
  {
    island: 'AccountTabs',
    what: 'notices: choose all, filter',
    who: LEARNER,
    page: at('/account?change=5'),
    act: inTurn(click('main input[type=checkbox]'), click('main a[href*="change=5&"]')),
  },
  {
    island: 'AccountTabs',
    what: 'profile: submit with an error',
    who: LEARNER,
    page: at('/account?change=4&settingType=1'),
    act: inTurn(type('input[name=email]', 'nobody'), click('form button[type=submit]')),
  },
  {
    island: 'AccountTabs',
    what: 'password: open the form, type, submit with an error',
    who: LEARNER,
    page: at('/account?change=4&settingType=2&edit=password'),
    act: inTurn(type('main input[type=password]', 'Study@1'), click('main form button[type=submit]')),
  },
  {
    island: 'AccountTabs',
    what: 'approvals: filter',
    who: ADMINISTRATOR,
    page: at('/account?change=6'),
    act: click('main a[href*="change=6&"]'),
  },
  {
    island: 'ReactionBar',
    what: 'like, first touch',
    who: LEARNER,
    page: ({ course }) => course,
    touch: true,
    act: click('main button[aria-pressed]'),
  },
  {
    island: 'RatingPanel',
    what: 'choose stars, first touch',
    who: LEARNER,
    page: ({ course }) => course,
    touch: true,
    act: click('.stars label:nth-child(4)'),
  },
  {
    island: 'Comments',
    what: 'type, first touch',
    who: LEARNER,
    page: ({ course }) => course,
    touch: true,
    act: type('#comments textarea', '很好'),
  },
  {
    island: 'ProjectAction',
    what: 'first touch',
    who: LEARNER,
    page: ({ project }) => project,
    touch: true,
    act: click('main button'),
  },
  {
    island: 'CourseAction',
    what: 'register, first touch',
    who: OTHERS,
    page: ({ registeredCourse }) => registeredCourse,
    touch: true,
    act: click('main button:has-text("报名") >> visible=true'),
  },
  {
    island: 'CategoryTree',
    what: 'unfold, first touch',
    who: [],
    page: at('/knowledge/menu-tree'),
    touch: true,
    act: inTurn(click('main li details > summary >> visible=true'), click('main li details > summary >> visible=true')),
  },
  {
    island: 'AdmireButton',
    what: 'like, first touch',
    who: LEARNER,
    page: ({ announcement }) => announcement,
    touch: true,
    act: click('main button[aria-pressed]'),
  },
  {
    island: 'StudyRoom',
    what: 'choose another resource, and the first again',
    who: LEARNER,
    page: ({ course }) => course.replace('/knowledge/course/', '/watch/course?id='),
    act: inTurn(click('main .border-s-2:not([aria-current])'), click('main .border-s-2')),
  },
  {
    island: 'EnterHall',
    what: 'choose, next, flag',
    who: LEARNER,
    page: ({ attempt }) => attempt,
    act: inTurn(
      click('article label:has(input)'),
      click('main nav button >> nth=-1'),
      click('article button[aria-pressed]'),
    ),
  },
  {
    island: 'Login',
    what: 'type, submit with an error, another way',
    who: [],
    page: at('/login'),
    act: inTurn(
      type('input[name=phone]', '1380000'),
      click('main form button[type=submit]'),
      click('[role=tab] >> nth=1'),
    ),
  },
  {
    island: 'ForgetForm',
    what: 'type a password, submit with an error',
    who: [],
    page: at('/forget'),
    act: inTurn(type('input[type=password]', 'Study@2026x'), click('main form button[type=submit]')),
  },
  {
    island: 'CompanyList',
    what: 'keys',
    who: LEARNER,
    page: at('/company'),
    act: async (page) => {
      await page.locator('main a').first().focus();
      await page.keyboard.press('Tab');
    },
  },
  {
    island: 'RegisterCompany',
    what: 'type, submit with an error',
    who: LEARNER,
    page: at('/appCompany'),
    act: async (page) => {
      await type('main form input', '昆山')(page);
      await click('main form button[type=submit]')(page);
    },
  },
  {
    island: 'LoginSettings',
    what: 'switch on, submit with an error',
    who: ADMINISTRATOR,
    page: at('/company/login'),
    act: inTurn(click('main input.toggle'), click('main form button[type=submit]')),
  },
  {
    island: 'Cart',
    what: 'type seats, choose people, tick one',
    who: ORGANISATION,
    page: at('/cart'),
    act: inTurn(
      type('main input[type=number]', '2'),
      click('main li button:not(.text-error)'),
      click('dialog[open] input[type=checkbox]'),
    ),
  },
  {
    island: 'CourseEditor',
    what: '500 items: type the title',
    who: ADMINISTRATOR,
    page: ({ largeCourse }) => largeCourse,
    act: besidePreview(type('input[name=title]', '焊接安全')),
  },
  {
    island: 'CourseEditor',
    what: '500 items: type a description',
    who: ADMINISTRATOR,
    page: ({ largeCourse }) => largeCourse,
    act: besidePreview(type('[role=textbox].editor-text', '焊接安全')),
  },
  {
    island: 'CourseEditor',
    what: '500 items: open two panels, type a name',
    who: ADMINISTRATOR,
    page: ({ largeCourse }) => largeCourse,
    act: besidePreview(
      click('main [role=treeitem][aria-level="2"] >> nth=3'),
      click('main [role=treeitem][aria-level="2"] >> nth=5'),
      type('.course-item input[name$=".name"]', '安全'),
    ),
  },
  {
    island: 'CourseEditor',
    what: '500 items: move one',
    who: ADMINISTRATOR,
    page: ({ largeCourse }) => largeCourse,
    act: besidePreview(
      click('main [role=treeitem][aria-level="2"] >> nth=3'),
      click('main button:has-text("移动到")'),
      click('dialog[open] input[type=radio] >> nth=4'),
      click('dialog[open] .btn-primary'),
    ),
  },
  {
    island: 'CourseEditor',
    what: '500 items: select, go and close by keys',
    who: ADMINISTRATOR,
    page: ({ largeCourse }) => largeCourse,
    act: besidePreview(
      click('main [role=treeitem][aria-level="2"] >> nth=3'),
      ...['ArrowDown', 'Enter', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home'].map(
        (key) => (page: Page) => page.keyboard.press(key, HELD),
      ),
    ),
  },
  {
    island: 'MarkAllRead',
    what: 'mark all as read',
    who: FURTHER,
    page: at('/info'),
    act: click('main button'),
  },
];
