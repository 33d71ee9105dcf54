/** A script for which PDFs have a font only where somebody has installed it. */
interface OptionalScript {
  readonly name: string;
  /** Matches one of its letters. */
  readonly letter: RegExp;
  /** The same for a database, as ranges of code points. */
  readonly ranges: string;
  /** The family of its font, and the files of its weights below `node_modules`; none where no package has one. */
  readonly family?: string;
  readonly files: readonly string[];
}

const noto = (name: string, ranges: string, { family = `Noto Sans ${name}`, of = name } = {}): OptionalScript => {
  const title = family.replaceAll(' ', '');
  const folder = `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`;
  return {
    name,
    letter: new RegExp(`\\p{Script=${of}}`, 'u'),
    ranges,
    family,
    files: ['400Regular', '700Bold'].map((weight) => `${folder}/${weight}/${title}_${weight}.ttf`),
  };
};

/** Scripts with an optional font, and those for which there is none. `npm run fonts` installs the fonts. */
export const optionalScripts: readonly OptionalScript[] = [
  noto('Bengali', '\\u0980-\\u09fe'),
  noto('Gurmukhi', '\\u0a01-\\u0a76'),
  noto('Gujarati', '\\u0a81-\\u0aff'),
  noto('Tamil', '\\u0b82-\\u0bfa'),
  noto('Telugu', '\\u0c00-\\u0c7f'),
  noto('Kannada', '\\u0c80-\\u0cf3'),
  noto('Malayalam', '\\u0d00-\\u0d7f'),
  noto('Sinhala', '\\u0d81-\\u0df4'),
  noto('Tibetan', '\\u0f00-\\u0fda', { family: 'Noto Serif Tibetan' }),
  noto('Burmese', '\\u1000-\\u109f', { family: 'Noto Sans Myanmar', of: 'Myanmar' }),
  noto('Amharic', '\\u1200-\\u139f', { family: 'Noto Sans Ethiopic', of: 'Ethiopic' }),
  noto('Khmer', '\\u1780-\\u17ff'),
  { name: 'rare Han', letter: /[\u{20000}-\u{323af}]/u, ranges: '\\U00020000-\\U000323af', files: [] },
];

/** The scripts of a text among those with a name. */
export const scriptsIn = (text: string, names: ReadonlySet<string>): string[] =>
  optionalScripts.flatMap(({ name, letter }) => (names.has(name) && letter.test(text) ? [name] : []));
