/**
 * Maximum lengths of lists that are not paged. The contract declares them, operations observe them, and a content pack
 * that exceeds them is rejected, so that no configured content is cut off.
 */
export const MAX_ITEMS = {
  /** Rows of one page of a paged list. */
  page: 100,
  /** Maximum page number; keeps offsets far below the range of PostgreSQL integers. */
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
  /** Replies returned with one comment. */
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
  /** Watched ranges of one resource: at worst every other second of the longest one. */
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
  /** Rows of an export of one person's ledger. */
  exportLines: 100_000,
} as const;

/** Longest duration of a resource, seconds. */
export const LONGEST_RESOURCE = 86_400;
