/** Limits of question files. What exceeds them is refused as a whole (file) or named in the report (questions, texts). */
export const QUESTION_FILE_LIMITS = {
  /** Bytes of a file. */
  file: 20 * 1024 * 1024,
  /** Questions of a file. */
  questions: 5_000,
  /** Bytes of all its questions as JSON: a file that is no archive hardly has more. */
  content: 24 * 1024 * 1024,
  /** Characters of one text. */
  text: 20_000,
  /** Options of a question, whose keys are the letters from A. */
  options: 26,
  blanks: 20,
  /** Accepted texts of one blank, and characters of each. */
  accepted: 50,
  acceptedText: 500,
  /** Entries of an archive, unpacked bytes of one, and of all. */
  entries: 12_000,
  entry: 20 * 1024 * 1024,
  unpacked: 100 * 1024 * 1024,
  /** Characters of a code, a topic path and a tag; tags of a question. */
  code: 64,
  topic: 200,
  tag: 50,
  tags: 20,
  /** Marking criteria of a question, characters and points of each. */
  criteria: 20,
  criterion: 500,
  points: 1_000,
  /** Depth of nested elements of XML and HTML. */
  depth: 60,
  /** Elements of an XML file. */
  elements: 1_000_000,
  /** Losses that are reported; the last one tells how many more there are. */
  losses: 10_000,
  /** Characters of all of them as JSON. */
  lossContent: 2 * 1024 * 1024,
  /** Characters of what a file calls a question, where the report names it. */
  item: 200,
} as const;
