import { slug } from 'github-slugger';

/** How a generator makes the id of a heading from its words, and of words that are there already. */
interface AnchorStyle {
  readonly make: (title: string) => string;
  /** What the id of words that are there already ends in. */
  readonly repeat: (anchor: string, count: number) => string;
}

const withDash = (anchor: string, count: number) => `${anchor}-${count}`;

/** Ids of generators that are not those of GitHub, which Docusaurus, Starlight, Hugo, Jekyll and mdBook follow. */
const styles: readonly AnchorStyle[] = [
  {
    // VitePress: https://github.com/mdit-vue/mdit-vue/blob/main/packages/shared/src/slugify.ts
    make: (title) =>
      title
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036F]|\p{Cc}/gu, '')
        .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .replace(/^(\d)/, '_$1')
        .toLowerCase(),
    repeat: withDash,
  },
  {
    // MkDocs: https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/toc.py
    make: (title) =>
      title
        .normalize('NFKD')
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .toLowerCase()
        .replaceAll(/[-\s]+/g, '-'),
    repeat: (anchor, count) => `${anchor}_${count}`,
  },
  {
    // kramdown without the parser of GitHub: https://kramdown.gettalong.org/converter/html.html#auto-ids
    make: (title) =>
      title
        .replace(/^[^a-zA-Z]+/, '')
        .replaceAll(/[^a-zA-Z\d -]/g, '')
        .replaceAll(' ', '-')
        .toLowerCase() || 'section',
    repeat: withDash,
  },
  {
    // Hugo by `autoHeadingIDType: blackfriday`.
    make: (title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-+|-+$/g, ''),
    repeat: withDash,
  },
];

/** The ids that generators give the headings of one page, each with its place among them. */
export function* generatorAnchors(titles: readonly string[]): Generator<readonly [id: string, at: number]> {
  for (const { make, repeat } of styles) {
    const counts = new Map<string, number>();
    for (const [at, title] of titles.entries()) {
      const anchor = make(title);
      const count = counts.get(anchor) ?? (anchor === '' ? 1 : 0);
      counts.set(anchor, count + 1);
      yield [count === 0 ? anchor : repeat(anchor, count), at];
    }
  }
}

/** The anchor that a fragment means: as it is written, in another case, as the id of a block, or as the words of a heading. */
export const findAnchor = (known: ReadonlyMap<string, string> | undefined, fragment: string): string | undefined =>
  [fragment, fragment.toLowerCase(), fragment.replace(/^\^/, ''), slug(fragment)].flatMap(
    (spelling) => known?.get(spelling) ?? [],
  )[0];
