import GithubSlugger from 'github-slugger';

const maxSlugLength = 100;

/** A slug in Unicode NFC, made from a name as GitHub makes anchors, without dashes at its ends; `page` when nothing is left. */
export function slugOf(name: string): string {
  const plain = new GithubSlugger().slug(name.toWellFormed().normalize('NFC'));
  const slug = plain.replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '');
  return Array.from(slug).slice(0, maxSlugLength).join('') || 'page';
}

/** Appends `-1`, `-2`… to a slug that is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string | null>): string {
  let free = slug;
  for (let count = 1; taken.has(free); count += 1) free = `${slug}-${count}`;
  return free;
}
