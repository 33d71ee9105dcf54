import type { ArchiveEntry } from '../../unpack/zip.ts';

/** What the styles of a document say of the texts that have them. */
export interface WordStyles {
  /** Ids of styles whose text is shown to nobody, of words and of paragraphs. */
  readonly hidden: ReadonlySet<string>;
  /** Ids of the styles of a table of contents. */
  readonly contents: ReadonlySet<string>;
  /** Ids of the styles of headings, and whether Word numbers those that have them. */
  readonly headings: ReadonlyMap<string, boolean>;
  /** How the converter writes styles of headings that have names of their own. */
  readonly map: readonly string[];
}

interface Style {
  readonly id: string;
  readonly name: string;
  readonly basedOn: string;
  readonly isHidden: boolean | undefined;
  readonly level: number | undefined;
  readonly isNumbered: boolean | undefined;
}

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
    map: chains.flatMap(({ style, chain }) => {
      const level = levelIn(chain) ?? maxLevel;
      const isUsual = /^heading [1-6]$|^toc |['\\\n]/i.test(style.name) || style.name === '';
      return isUsual || level >= maxLevel ? [] : [`p[style-name='${style.name}'] => h${Math.min(6, level + 1)}:fresh`];
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
  };
}
