import GithubSlugger from 'github-slugger';

const maxSlugLength = 100;

/** A name as one step of a path: as GitHub makes anchors, without dashes at its ends; `page` when nothing is left. */
export function slugOf(name: string): string {
  const plain = new GithubSlugger().slug(name.toWellFormed());
  const slug = plain.replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '');
  return Array.from(slug).slice(0, maxSlugLength).join('') || 'page';
}

/** `-1`, `-2` after a slug that a sibling has. Decisions 1.1. */
export function freeSlug(slug: string, taken: ReadonlySet<string | null>): string {
  let free = slug;
  for (let count = 1; taken.has(free); count += 1) free = `${slug}-${count}`;
  return free;
}
