import type { EditedPageFragment, SavePageMutationVariables } from '../../__generated__/edit.ts';

/** What can be written of a page. */
export interface Fields {
  readonly markdown: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly emoji: string;
}

const names = ['markdown', 'title', 'slug', 'description', 'emoji'] as const;

export const fieldsOf = (page: EditedPageFragment): Fields => ({
  markdown: page.markdown ?? '',
  title: page.title,
  slug: page.slug ?? '',
  description: page.description ?? '',
  emoji: page.emoji ?? '',
});

export const isSame = (one: Fields, other: Fields): boolean => names.every((name) => one[name] === other[name]);

/** What a save says: the fields that differ from what the page was. Empty ones are cleared, and an empty slug is derived from the title. */
export function inputOf(fields: Fields, base: Fields): SavePageMutationVariables['input'] {
  const { markdown, title, slug, description, emoji } = fields;
  return {
    ...(markdown === base.markdown ? {} : { document: { markdown } }),
    ...(title === base.title ? {} : { title }),
    ...(slug === base.slug || slug === '' ? {} : { slug }),
    ...(description === base.description ? {} : { description: description || null }),
    ...(emoji === base.emoji ? {} : { emoji: emoji || null }),
  };
}

/** A text that is not saved yet, with the page that it was written over. */
export interface Draft {
  readonly fields: Fields;
  readonly base: Fields;
  readonly revisionId: string;
}

/** Reads a draft that was kept; null for none, and for what is no draft. */
export function parseDraft(text: string): Draft | null {
  try {
    const draft = JSON.parse(text) as Draft;
    return names.every((name) => typeof draft.fields[name] === 'string' && typeof draft.base[name] === 'string')
      ? draft
      : null;
  } catch {
    return null;
  }
}
