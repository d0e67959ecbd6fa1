/**
 * The most rows of lists that are not paged. The contract declares them, operations keep to them, and a content pack with more is
 * refused, so nothing that an enterprise has set up is cut off.
 */
export const MAX_ITEMS = {
  /** Rows of one page of a paged list. */
  page: 100,
  /** Largest number of a page; offsets stay far below what PostgreSQL can count. */
  pages: 1_000_000,
  sessions: 100,
  consents: 100,
  loginWays: 10,
  enterprises: 50,
  regions: 100,
  enumValues: 100,
  navItems: 50,
  banners: 20,
  zones: 30,
  zoneItems: 24,
  versions: 100,
  levels: 100,
  ranked: 10,
  attachments: 10,
  /** Replies that come with one comment. */
  replies: 100,
  categories: 500,
  relatedCourses: 4,
  /** Resources of one course, at any depth. */
  resources: 1_000,
  projectCourses: 200,
  /** Published tasks of an enterprise. */
  tasks: 500,
  taskItems: 100,
  refusals: 10,
  /** Watched stretches of one resource: every other second of the longest one. */
  stretches: 43_200,
  departments: 500,
  cartCourses: 50,
  /** Seats of one course in an order, and of all its courses together. */
  seats: 1_000,
  orderSeats: 5_000,
  /** Calendar years from 2000 to 2200. */
  years: 201,
  /** Cards of one kind on the dashboard. */
  dashboard: 10,
  suggestions: 8,
  /** Lines of a file with one person's ledger. */
  exportLines: 100_000,
} as const;

/** Longest duration of a resource, seconds. */
export const LONGEST_RESOURCE = 86_400;
