import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packageRoot, programFile } from '../../lib/program-files.ts';

/** SVG images by style (`regular`, `solid` or `brands`) and name. */
type IconSet = Readonly<Record<string, Readonly<Record<string, string>>>>;

const packed = programFile('bundles/icons.json');
const installed = new URL('node_modules/@fortawesome/fontawesome-free/svgs/', packageRoot);

/** Reads the free icons of Font Awesome from the copy in the compiled program, or else from the package. */
export const readIconSet = (): IconSet =>
  existsSync(packed) ? (JSON.parse(readFileSync(packed, 'utf8')) as IconSet) : iconsOfPackage();

/**
 * Reads the icons of the installed package, about 2,900 files. The build packs them into one file, so that an installation
 * does not need the package.
 *
 * @public
 */
export const iconsOfPackage = (): IconSet =>
  Object.fromEntries(readdirSync(installed).map((style) => [style, iconsOf(new URL(`${style}/`, installed))]));

const iconsOf = (folder: URL): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [file.replace(/\.svg$/, ''), readFileSync(new URL(file, folder), 'utf8')]),
  );
