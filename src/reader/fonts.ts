import { existsSync, readFileSync } from 'node:fs';
import { packageRoot, programFile } from '../lib/program-files.ts';

/** A file of a font: some letters of it, in a style and one or more weights. */
export interface FontFile {
  /** Name of the file, such as `inter-latin-wght-normal.woff2`. */
  readonly name: string;
  /** Path of the file in its package. */
  readonly path: string;
  readonly style: string;
  /** As `font-weight` in CSS: `400`, or `100 900` for a variable font. */
  readonly weight: string;
  /** As `unicode-range` in CSS. */
  readonly letters: string;
}

/** A font that the program has. */
export interface OwnFont {
  readonly family: string;
  /** The fonts of the system that are used until it is loaded. */
  readonly fallback: 'sans' | 'serif' | 'mono';
  readonly license: string;
  readonly files: readonly FontFile[];
}

/** The fonts that sites choose by name, with the packages of their files. */
const packages: Readonly<Record<string, readonly [name: string, fallback: OwnFont['fallback']]>> = {
  Inter: ['@fontsource-variable/inter', 'sans'],
  Roboto: ['@fontsource-variable/roboto', 'sans'],
  RobotoSlab: ['@fontsource-variable/roboto-slab', 'serif'],
  OpenSans: ['@fontsource-variable/open-sans', 'sans'],
  SourceSansPro: ['@fontsource/source-sans-pro', 'sans'],
  Lato: ['@fontsource/lato', 'sans'],
  Ubuntu: ['@fontsource/ubuntu', 'sans'],
  Raleway: ['@fontsource-variable/raleway', 'sans'],
  Merriweather: ['@fontsource-variable/merriweather', 'serif'],
  Overpass: ['@fontsource-variable/overpass', 'sans'],
  NotoSans: ['@fontsource-variable/noto-sans', 'sans'],
  IBMPlexSerif: ['@fontsource/ibm-plex-serif', 'serif'],
  Poppins: ['@fontsource/poppins', 'sans'],
  FiraSans: ['@fontsource/fira-sans', 'sans'],
  FiraCode: ['@fontsource-variable/fira-code', 'mono'],
  IBMPlexMono: ['@fontsource/ibm-plex-mono', 'mono'],
  JetBrainsMono: ['@fontsource-variable/jetbrains-mono', 'mono'],
  SourceCodePro: ['@fontsource-variable/source-code-pro', 'mono'],
  RobotoMono: ['@fontsource-variable/roboto-mono', 'mono'],
  SpaceMono: ['@fontsource/space-mono', 'mono'],
  DMMono: ['@fontsource/dm-mono', 'mono'],
  Inconsolata: ['@fontsource-variable/inconsolata', 'mono'],
};

interface Metadata {
  readonly id: string;
  readonly family: string;
  readonly styles: readonly string[];
  readonly weights: readonly number[];
  readonly variable: false | { readonly wght: { readonly min: string; readonly max: string } };
}

const packed = programFile('bundles/fonts.json');
const modules = new URL('node_modules/', packageRoot);

/**
 * Reads the fonts of the installed packages. The build packs them with their files, so that an installation does not need the
 * packages.
 *
 * @public
 */
export const fontsOfPackages = (): Readonly<Record<string, OwnFont>> =>
  Object.fromEntries(Object.entries(packages).map(([name, [from, fallback]]) => [name, fontOf(from, fallback)]));

function fontOf(from: string, fallback: OwnFont['fallback']): OwnFont {
  const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(`${from}/${name}`, modules), 'utf8'));
  const { id, family, styles, weights, variable } = readJson('metadata.json') as Metadata;
  const letters = Object.entries(readJson('unicode.json') as Readonly<Record<string, string>>);
  // A regular weight, and the next one that is bold.
  const shown = variable
    ? [['wght', `${variable.wght.min} ${variable.wght.max}`] as const]
    : [400, weights.includes(700) ? 700 : 500].map((weight) => [String(weight), String(weight)] as const);
  const files = letters.flatMap(([subset, range]) =>
    styles.flatMap((style) =>
      shown.map(([part, weight]): FontFile => {
        const name = `${id}-${subset.replaceAll(/[[\]]/g, '')}-${part}-${style}.woff2`;
        return { name, path: `${from}/files/${name}`, style, weight, letters: range };
      }),
    ),
  );
  const license = readFileSync(new URL(`${from}/LICENSE`, modules), 'utf8');
  return { family, fallback, license, files: files.filter(({ path }) => existsSync(new URL(path, modules))) };
}

let fonts: ReadonlyMap<string, OwnFont> | undefined;

/** The fonts by the names that settings have, from the compiled program, or else from the packages. */
function ownFonts(): ReadonlyMap<string, OwnFont> {
  fonts ??= new Map(
    Object.entries(
      existsSync(packed)
        ? (JSON.parse(readFileSync(packed, 'utf8')) as Readonly<Record<string, OwnFont>>)
        : fontsOfPackages(),
    ),
  );
  return fonts;
}

/** Finds a font by its name in settings; undefined for one that the program does not have. */
export const findFont = (name: string): OwnFont | undefined => ownFonts().get(name);

/** Reads a file of a font by its name; null for an unknown one. */
export function readFontFile(name: string): Buffer | null {
  const file = [...ownFonts().values()].flatMap(({ files }) => files).find((one) => one.name === name);
  if (file === undefined) return null;
  return readFileSync(existsSync(packed) ? programFile(`bundles/${name}`) : new URL(file.path, modules));
}
