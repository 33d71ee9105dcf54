import { sortedNames } from '../../../lib/sorted-names.ts';
import { applyEdits, type Edit } from './edits.ts';
import { escaped } from './html.ts';
import { endOfText, listPlaces, type ChangedText } from './word-places.ts';

/** Members whose values are words of the author. Other members are structure. */
const wordMembers: ReadonlySet<string> = new Set(['text', 'title', 'alt', 'label', 'caption', 'formula']);

/** Members that do not count in a comparison of blocks. */
const ignored: ReadonlySet<string> = new Set(['key', 'source', 'resolved', 'meta']);

/**
 * Yields the source with only the changed words replaced, the most likely place first. Yields nothing when the blocks
 * differ in more than words. A candidate can be wrong, for example when the words also occur in a URL, so the caller must
 * read it.
 */
export function* withChangedWords(before: unknown, after: unknown, source: string): Generator<string> {
  const texts: ChangedText[] = [];
  if (!collectTexts({ before, after, name: '', isLabel: false }, texts)) return;
  const changed = texts.filter((text) => text.before !== text.after);
  if (changed.length === 0 || changed.length > maxChanged) return;
  let at = 0;
  const edits: Edit[] = [];
  for (const text of texts) {
    if (text.before === text.after) {
      at = endOfText(source, text.before, at);
      continue;
    }
    const most = changed.length === 1 ? maxPlaces : 1;
    const found = listPlaces(source, text, { from: at, most });
    const [first] = found;
    if (!first) return;
    if (changed.length === 1) {
      for (const place of found) yield* spelled(source, [place]);
      return;
    }
    edits.push(first);
    at = first.past;
  }
  yield* spelled(source, edits);
}

/** Maximum number of places that are tried. */
const maxPlaces = 3;

/** Maximum number of changed texts of one block. With more, a comparison of the whole text is as good. */
const maxChanged = 200;

type Json = Readonly<Record<string, unknown>>;

interface Compared {
  readonly before: unknown;
  readonly after: unknown;
  /** The member whose values they are. */
  readonly name: string;
  readonly isLabel: boolean;
}

/** Collects the texts of two blocks in pairs. Returns false if the blocks differ in anything else. */
function collectTexts({ before, after, name, isLabel }: Compared, found: ChangedText[]): boolean {
  if (typeof before === 'string' && typeof after === 'string' && wordMembers.has(name)) {
    found.push({ before, after, isLabel });
    return true;
  }
  if (Array.isArray(before) || Array.isArray(after)) {
    const [one, other]: readonly (readonly unknown[])[] = [toList(before), toList(after)] as const;
    const isAlone = isLabel && one?.length === 1;
    return (
      one?.length === other?.length &&
      (one ?? []).every((item, at) => collectTexts({ before: item, after: other?.[at], name, isLabel: isAlone }, found))
    );
  }
  if (!isObject(before) || !isObject(after)) return before === after || (isNothing(before) && isNothing(after));
  const isLink = before['type'] === 'link' && before['object'] === 'inline';
  // Words in `data`, such as titles, come before those in `fragments` and `nodes`, as they do in the source.
  const isWhole = sortedNames(before).every(
    (one) =>
      ignored.has(one) ||
      collectTexts({ before: before[one], after: after[one], name: one, isLabel: isLabel || isLink }, found),
  );
  return (
    isWhole &&
    Object.keys(after).every((one) => Object.hasOwn(before, one) || ignored.has(one) || isNothing(after[one]))
  );
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === false || (isObject(value) && Object.keys(value).length === 0);

/** Yields the source with edits: the new words as they are, with escapes of Markdown, and with those of HTML, in turn. */
function* spelled(source: string, edits: readonly Edit[]): Generator<string> {
  // New words that look like a tag are words everywhere only with escapes, also where an unknown tag is read as text.
  const hasNewTag = edits.some(
    ({ start, end, text }) => /<[a-z/!?]/i.test(text) && !source.slice(start, end).includes('<'),
  );
  const yielded = new Set<string>();
  for (const spell of hasNewTag ? [forMarkdown, forHtml, asIs] : [asIs, forMarkdown, forHtml]) {
    const text = applyEdits(
      source,
      edits.map((edit) => ({ ...edit, text: spell(edit.text) })),
    );
    if (!yielded.has(text)) yield text;
    yielded.add(text);
  }
}

const asIs = (text: string) => text;
const forHtml = (text: string) => escaped(text).replaceAll('\n', '<br>');
const forMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_[\]<>|{}$:&#~!]/g, String.raw`\$&`).replaceAll('\n', '\\\n');
