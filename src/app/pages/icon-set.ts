import { existsSync, readFileSync } from 'node:fs';
import { packageRoot, programFile } from '../../lib/program-files.ts';

/** SVG images by style (`regular`, `solid` or `brands`) and name. */
type IconSet = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The drawings of one style in the package of it, which stand in the middle of a square of 640. */
interface PackagedStyle {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
}

const packed = programFile('bundles/icons.json');
const styles = ['solid', 'regular', 'brands'];
const licence =
  '<!-- Font Awesome Free by @fontawesome, https://fontawesome.com. License: https://fontawesome.com/license/free (CC BY 4.0) -->';

/** Reads the free icons of Font Awesome from the copy in the compiled program, or else from the packages. */
export const readIconSet = (): IconSet =>
  existsSync(packed) ? (JSON.parse(readFileSync(packed, 'utf8')) as IconSet) : iconsOfPackages();

/**
 * Reads the icons of the installed packages, about 2,900. The build packs them into one file, so that an installation
 * does not need the packages.
 *
 * @public
 */
export const iconsOfPackages = (): IconSet => Object.fromEntries(styles.map((style) => [style, iconsOf(style)]));

function iconsOf(style: string): Record<string, string> {
  const file = new URL(`node_modules/@iconify-json/fa7-${style}/icons.json`, packageRoot);
  const { icons } = JSON.parse(readFileSync(file, 'utf8')) as PackagedStyle;
  return Object.fromEntries(Object.entries(icons).map(([name, { body }]) => [name, drawingOf(body)]));
}

/** Icons are 512 high, and the widest are 640 wide. */
const drawingOf = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 64 640 512">${licence}${body}</svg>`;
