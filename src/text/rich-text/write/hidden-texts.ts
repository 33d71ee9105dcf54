/** Link definitions and footnotes of a text, which other blocks need to be read. */
export class HiddenTexts {
  readonly #byLabel = new Map<string, string>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const [, label] = definition.exec(text) ?? [];
      // The first definition of a label wins.
      if (label !== undefined && !this.#byLabel.has(labelKey(label))) this.#byLabel.set(labelKey(label), text);
    }
  }

  /** The texts that a piece refers to, also by others of them. */
  neededBy(piece: string): string {
    const needed = new Set<string>();
    const collect = (text: string) => {
      for (const [, label = ''] of text.matchAll(inBrackets)) {
        const found = this.#byLabel.get(labelKey(label));
        if (found === undefined || needed.has(found)) continue;
        needed.add(found);
        collect(found);
      }
    };
    collect(piece);
    return [...needed].join('\n\n');
  }
}

const definition = /^ {0,3}\[((?:\\.|[^\\[\]])+)\]:/;
const inBrackets = /\[((?:\\.|[^\\[\]])+)\]/g;
const labelKey = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
