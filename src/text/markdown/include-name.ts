import { slug } from 'github-slugger';

/** The name by which the address in an `{% include %}` finds a reusable content: that of its file, as a slug. */
export const includeName = (address: string): string => slug(address.split('/').at(-1)?.replace(/\.md$/i, '') ?? '');
