/**
 * Why a document must not be given to the Markdown parser, or null.
 * micromark 4 is linear in common text, but costs the square of the length in paragraphs full of emphasis marks or
 * brackets, in links within links, in deep quotes and lists, in wide tables, in code spans of many widths and in many
 * definitions (measured: 80 kB of `*a_ ` take 40 s). One pass estimates the time and refuses what would take longer than the limit,
 * in nanoseconds.
 */
export function parseProblem(markdown: string, limitNs = maxCostNs): string | null {
  const tally: Tally = {
    marks: 0,
    openEmphasis: 0,
    openBrackets: 0,
    openImages: 0,
    linksWithin: 0,
    length: 0,
    backtickRuns: new Set(),
    costNs: 0,
    brackets: 0,
    definitions: 0,
    inTable: false,
    headerPipes: 0,
  };
  for (let start = 0; start < markdown.length;) {
    const newline = markdown.indexOf('\n', start);
    const end = newline < 0 ? markdown.length : newline;
    const problem = addLine(tally, markdown, { start, end });
    if (problem) return problem;
    if (tally.costNs > limitNs) return tooMuch;
    start = end + 1;
  }
  closeBlock(tally);
  tally.costNs += tally.definitions * (tally.definitions + tally.brackets) * compareNs;
  return tally.costNs > limitNs ? tooMuch : null;
}

const tooMuch = 'it is too large or too intricate';

/** Nanoseconds on the slowest machine measured; common prose takes half of the estimate. */
const maxCostNs = 6e9;
const characterNs = 3000;
const lineNs = 12_000;
const itemNs = 100_000;
const cellNs = 60_000;
/** Marks search back through their paragraph for a partner. */
const markPairNs = 14;
/** The end of a link looks at every bracket before it that is open. */
const linkWithinNs = 1_000;
/** Images may stand in images, so each of them is made. */
const imageWeight = 4;
/** Each nested container looks at all around it, on every line. */
const containerPairNs = 80;
/** A run of backticks scans ahead for another of its length. */
const scanNs = 20;
/** Labels are compared one by one with those defined before. */
const compareNs = 2;
const maxContainers = 100;
/** What walks the tree of a text has a stack for some thousands. */
const maxEmphasis = 500;
/** Of white space before a list item: each level of a list takes two columns. */
const maxIndent = 200;
const maxCells = 1000;

interface Tally {
  costNs: number;
  /** Of the current paragraph. */
  marks: number;
  /** Marks that may begin emphasis, less those that can only end it. */
  openEmphasis: number;
  openBrackets: number;
  openImages: number;
  /** For each end of a link, the brackets that are open there; those of images weigh more. */
  linksWithin: number;
  length: number;
  backtickRuns: Set<number>;
  /** Of the document. */
  brackets: number;
  definitions: number;
  inTable: boolean;
  headerPipes: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

function addLine(tally: Tally, markdown: string, line: Line): string | null {
  const lead = scanLead(markdown, line);
  if (lead.containers > maxContainers) return `a line is nested in more than ${maxContainers} quotes and lists`;
  if (lead.isItem && lead.indent > maxIndent) return `a list is indented by more than ${maxIndent} columns`;
  const text = scanText(markdown, line);
  const isBlank = text.others + text.marks + text.pipes + text.dashes === 0;
  // A bullet or heading always begins anew; of numbers only `1.` does, inside a paragraph.
  if (isBlank || lead.isItem || lead.isHeading || tally.inTable) closeBlock(tally);
  if (isBlank) tally.inTable = false;
  const isDelimiterRow = text.pipes > 0 && text.dashes > 0 && text.others + text.marks === 0;
  if (isDelimiterRow && Math.abs(text.pipes - tally.headerPipes) <= 2) tally.inTable = true;
  if ((tally.inTable || isDelimiterRow) && text.pipes > maxCells) return `a table has more than ${maxCells} columns`;
  const length = line.end - line.start;
  tally.headerPipes = text.pipes;
  tally.marks += text.marks;
  tally.length += length;
  for (const run of text.backtickRuns) tally.backtickRuns.add(run);
  tally.brackets += text.brackets;
  addLinks(tally, markdown, line);
  addEmphasis(tally, markdown, line);
  if (tally.openEmphasis > maxEmphasis) return `emphasis is nested more than ${maxEmphasis} deep`;
  if (lead.isDefinition) tally.definitions += 1;
  tally.costNs +=
    lineNs +
    length * characterNs +
    (lead.isItem ? itemNs : 0) +
    (tally.inTable ? text.pipes * cellNs : 0) +
    lead.containers ** 2 * containerPairNs;
  return null;
}

function closeBlock(tally: Tally): void {
  tally.costNs += tally.marks ** 2 * markPairNs;
  tally.costNs += tally.linksWithin * linkWithinNs;
  tally.costNs += tally.backtickRuns.size * tally.length * scanNs;
  tally.marks = 0;
  tally.openEmphasis = 0;
  tally.openBrackets = 0;
  tally.openImages = 0;
  tally.linksWithin = 0;
  tally.length = 0;
  tally.backtickRuns.clear();
}

function addLinks(tally: Tally, markdown: string, { start, end }: Line): void {
  for (let index = start; index < end; index++) {
    const code = markdown.charCodeAt(index);
    if (code === bracket) {
      tally.openBrackets += 1;
      if (markdown.charCodeAt(index - 1) === exclamation) tally.openImages += 1;
    }
    if (code !== closingBracket || tally.openBrackets === 0) continue;
    const next = markdown.charCodeAt(index + 1);
    if (next === openingParenthesis || next === bracket)
      tally.linksWithin += tally.openBrackets + imageWeight * tally.openImages;
    tally.openBrackets -= 1;
    tally.openImages = Math.min(tally.openImages, tally.openBrackets);
  }
}

/** CommonMark 6.2: whether a run of marks can begin or end emphasis depends on what stands beside it. */
function addEmphasis(tally: Tally, markdown: string, { start, end }: Line): void {
  const line = markdown.slice(start, end);
  for (const { 0: run, index } of line.matchAll(/\*+|_+|~+/g)) {
    const [before, after] = [sideOf(line[index - 1]), sideOf(line[index + run.length])];
    const begins = after !== 'space' && (after === 'letter' || before !== 'letter');
    const ends = before !== 'space' && (before === 'letter' || after !== 'letter');
    // Within a word an underscore is a letter.
    if (begins && ends && run.startsWith('_') && before === 'letter' && after === 'letter') continue;
    if (begins) tally.openEmphasis += 1;
    else if (ends) tally.openEmphasis = Math.max(0, tally.openEmphasis - 1);
  }
}

function sideOf(character: string | undefined): 'space' | 'mark' | 'letter' {
  if (character === undefined || /\s/.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'mark' : 'letter';
}

/** The quote and list markers a line opens with, and what comes behind them. */
function scanLead(markdown: string, { start, end }: Line) {
  let containers = 0;
  let indent = 0;
  let isItem = false;
  let index = start;
  for (; index < end; index++) {
    const code = markdown.charCodeAt(index);
    const isSpaced = isSpace(markdown.charCodeAt(index + 1));
    const isBullet = bulletMarks.has(code) && (isSpaced || index + 1 === end);
    if (code === greater || isBullet) containers += 1;
    else if (!isSpace(code) && !isDigit(code)) break;
    if (isBullet && code !== dot && code !== parenthesis) isItem = true;
    if (containers === 0 && isSpace(code)) indent += code === tab ? 4 : 1;
  }
  return {
    containers,
    indent,
    isItem,
    isHeading: /^#{1,6}\s/.test(markdown.slice(index, index + 8)),
    isDefinition: markdown[index] === '[' && markdown.slice(index, end).includes(']:'),
  };
}

function scanText(markdown: string, { start, end }: Line) {
  const counts = { marks: 0, brackets: 0, pipes: 0, dashes: 0, others: 0 };
  const backtickRuns = new Set<number>();
  let run = 0;
  for (let index = start; index <= end; index++) {
    const code = index < end ? markdown.charCodeAt(index) : 0;
    if (code === backtick) run += 1;
    else if (run > 0) {
      backtickRuns.add(run);
      run = 0;
    }
    if (index === end || isSpace(code)) continue;
    if (isMark(code)) counts.marks += 1;
    else if (code === pipe) counts.pipes += markdown.charCodeAt(index - 1) === backslash ? 0 : 1;
    else if (code === dash || code === colon) counts.dashes += 1;
    else counts.others += 1;
    if (code === bracket) counts.brackets += 1;
  }
  return { ...counts, backtickRuns };
}

const tab = 9;
const exclamation = 33;
const openingParenthesis = 40;
const parenthesis = 41;
const dash = 45;
const dot = 46;
const colon = 58;
const greater = 62;
const bracket = 91;
const backslash = 92;
const closingBracket = 93;
const backtick = 96;
const pipe = 124;
/** `)`, `*`, `+`, `-`, `.` */
const bulletMarks: ReadonlySet<number> = new Set([parenthesis, 42, 43, dash, dot]);

const isSpace = (code: number) => code === 32 || code === tab || code === 13;
const isDigit = (code: number) => code >= 48 && code <= 57;

/** `*`, `_`, `~`, `[`, `]`. */
const isMark = (code: number) =>
  code === 42 || code === 95 || code === 126 || code === bracket || code === closingBracket;
