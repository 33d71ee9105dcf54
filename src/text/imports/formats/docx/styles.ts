import type { ArchiveEntry } from '../../unpack/zip.ts';

/** What the styles of a document say of the texts that have them. */
export interface WordStyles {
  /** Ids of styles whose text is shown to nobody, of words and of paragraphs. */
  readonly hidden: ReadonlySet<string>;
  /** Ids of the styles of a table of contents. */
  readonly contents: ReadonlySet<string>;
  /** Ids of the styles of headings, and whether Word numbers those that have them. */
  readonly headings: ReadonlyMap<string, boolean>;
  /** What says that a text is an item of a list, by the ids of the styles that say it. */
  readonly lists: ReadonlyMap<string, string>;
  /** How the converter writes styles of headings, code and quotes that have names of their own. */
  readonly map: readonly string[];
}

interface Style {
  readonly id: string;
  readonly name: string;
  readonly basedOn: string;
  readonly isHidden: boolean | undefined;
  readonly level: number | undefined;
  readonly isNumbered: boolean | undefined;
  readonly list: string;
}

/** How the converter writes styles of code and quotes, by names that Word and other programs give them. */
const known: readonly (readonly [names: readonly string[], written: string])[] = [
  [
    ['Code', 'Code Block', 'HTML Preformatted', 'Macro Text', 'Plain Text', 'Preformatted Text', 'Source Code'],
    String.raw`pre:separator('\n')`,
  ],
  [['Block Text', 'Intense Quote', 'Quotations', 'Quote'], 'blockquote > p:fresh'],
];

/** How the converter writes the known styles, where a document does not have styles of their names. */
export const knownStyles: readonly string[] = known.flatMap(([names, written]) =>
  names.map((name) => `p[style-name='${name}'] => ${written}`),
);

const valueIn = (xml: string, name: string) =>
  new RegExp(`<w:${name}\\s[^<>]{0,200}?w:val="([^"<>]{0,200})"`).exec(xml)?.[1];

/** Reads the styles of a document. Those that are based on others have what these have. */
export function readStyles(entries: readonly ArchiveEntry[]): WordStyles {
  const xml = entries.find(({ path }) => /(?:^|\/)styles\.xml$/.test(path))?.body.toString() ?? '';
  const styles = new Map<string, Style>();
  for (const [, id = '', inside = ''] of xml.matchAll(
    /<w:style\s[^<>]{0,500}?w:styleId="([^"<>]{1,200})"[^<>]{0,500}>((?:(?!<\/w:style>|<w:style\s)[^])*)<\/w:style>/g,
  ))
    styles.set(id, readStyle(id, inside));
  const chainOf = (style: Style | undefined, left = maxChain): Style[] =>
    style && left > 0 ? [style, ...chainOf(styles.get(style.basedOn), left - 1)] : [];
  const chains = [...styles.values()].map((style) => ({ style, chain: chainOf(style) }));
  const idsOf = (wanted: (chain: readonly Style[]) => boolean) =>
    new Set(chains.flatMap(({ style, chain }) => (wanted(chain) ? [style.id] : [])));
  return {
    hidden: idsOf((chain) => chain.find(({ isHidden }) => isHidden !== undefined)?.isHidden === true),
    contents: idsOf((chain) => chain.some(({ name }) => /^toc (?:\d|heading)$/i.test(name))),
    headings: new Map(
      chains
        .filter(({ chain }) => (levelIn(chain) ?? maxLevel) < maxLevel)
        .map(({ style, chain }) => [style.id, chain.find((one) => one.isNumbered !== undefined)?.isNumbered === true]),
    ),
    lists: new Map(
      chains.flatMap(({ style, chain }) => {
        const found = chain.find((one) => one.isNumbered !== undefined);
        return found?.isNumbered !== true || (levelIn(chain) ?? maxLevel) < maxLevel
          ? []
          : [[style.id, found.list] as const];
      }),
    ),
    map: chains.flatMap(({ style, chain }) => {
      const level = levelIn(chain) ?? maxLevel;
      const isUsual = /^heading [1-6]$|^toc |['\\\n]/i.test(style.name) || style.name === '';
      const written =
        level < maxLevel
          ? `h${Math.min(6, level + 1)}:fresh`
          : known.find(([names]) => chain.some(({ name }) => names.includes(name)))?.[1];
      return isUsual || written === undefined ? [] : [`p[style-name='${style.name}'] => ${written}`];
    }),
  };
}

const levelIn = (chain: readonly Style[]) => chain.find((one) => one.level !== undefined)?.level;

/** Styles are based on each other a few times; more are a circle. */
const maxChain = 20;

/** The level of a text that is no heading. */
const maxLevel = 9;

function readStyle(id: string, xml: string): Style {
  const name = valueIn(xml, 'name') ?? '';
  const [, off] = /<w:vanish(\s+w:val="(?:0|false|off)")?\s*\/>/.exec(xml) ?? [null];
  const level = valueIn(xml, 'outlineLvl') ?? /^heading ([1-9])$/i.exec(name)?.[1];
  const isOutline = xml.includes('<w:outlineLvl');
  return {
    id,
    name,
    basedOn: valueIn(xml, 'basedOn') ?? '',
    isHidden: xml.includes('<w:vanish') ? off === undefined : undefined,
    level: level === undefined ? undefined : Number(level) - (isOutline ? 0 : 1),
    isNumbered: xml.includes('<w:numPr>') ? valueIn(xml, 'numId') !== '0' : undefined,
    list: `<w:numPr><w:ilvl w:val="${valueIn(xml, 'ilvl') ?? 0}"/><w:numId w:val="${valueIn(xml, 'numId') ?? 0}"/></w:numPr>`,
  };
}
