import type { EditedPageFragment, SavePageMutationVariables } from '../../__generated__/edit.ts';

/** What can be written of a page. */
export interface Fields {
  readonly markdown: string;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly emoji: string;
  readonly icon: string;
  /** The images of the cover: the id of a file or a URL. */
  readonly cover: string;
  readonly coverDark: string;
  readonly coverY: string;
}

const names = ['markdown', 'title', 'slug', 'description', 'emoji', 'icon', 'cover', 'coverDark', 'coverY'] as const;

export const fieldsOf = (page: EditedPageFragment): Fields => ({
  markdown: page.markdown ?? '',
  title: page.title,
  slug: page.slug ?? '',
  description: page.description ?? '',
  emoji: page.emoji ?? '',
  icon: page.icon ?? '',
  cover: page.cover?.ref?.fileId ?? page.cover?.ref?.url ?? '',
  coverDark: page.cover?.refDark?.fileId ?? page.cover?.refDark?.url ?? '',
  coverY: String(page.cover?.yPos ?? 0),
});

export const isSame = (one: Fields, other: Fields): boolean => names.every((name) => one[name] === other[name]);

/** What a save says: the fields that differ from what the page was. Empty ones are cleared, and an empty slug is derived from the title. */
export function inputOf(fields: Fields, base: Fields): SavePageMutationVariables['input'] {
  const { markdown, title, slug, description, emoji, icon } = fields;
  const isCoverSame = (['cover', 'coverDark', 'coverY'] as const).every((name) => fields[name] === base[name]);
  return {
    ...(markdown === base.markdown ? {} : { document: { markdown } }),
    ...(title === base.title ? {} : { title }),
    ...(slug === base.slug || slug === '' ? {} : { slug }),
    ...(description === base.description ? {} : { description: description || null }),
    ...(emoji === base.emoji ? {} : { emoji: emoji || null }),
    ...(icon === base.icon ? {} : { icon: icon || null }),
    ...(isCoverSame ? {} : { cover: coverOf(fields) }),
  };
}

/** What is sent as a cover. Without an image there is none. */
function coverOf({
  cover,
  coverDark,
  coverY,
}: Fields): NonNullable<SavePageMutationVariables['input']['cover']> | null {
  if (cover === '') return null;
  return {
    ref: referenceTo(cover),
    ...(coverDark === '' ? {} : { refDark: referenceTo(coverDark) }),
    yPos: Number(coverY) || 0,
  };
}

/** Whether the image of a cover is an address, and no file of the change request. */
export const isAddress = (image: string): boolean => image.includes(':');

const referenceTo = (image: string) =>
  isAddress(image) ? ({ kind: 'URL', url: image } as const) : ({ kind: 'FILE', fileId: image } as const);

/** A text that is not saved yet, with the page that it was written over. */
export interface Draft {
  readonly fields: Fields;
  readonly base: Fields;
  readonly revisionId: string;
}

/** Reads a draft that was kept; null for none, and for what is no draft. What it does not say is as on the page. */
export function parseDraft(text: string, page: Fields): Draft | null {
  try {
    const { fields, base, revisionId } = JSON.parse(text) as Draft;
    const draft = { fields: { ...page, ...fields }, base: { ...page, ...base }, revisionId };
    return names.every((name) => typeof draft.fields[name] === 'string' && typeof draft.base[name] === 'string')
      ? draft
      : null;
  } catch {
    return null;
  }
}

/** What is written after a save: what the server has made of it, and what was written while it was saved. */
export const savedFields = (now: Fields, sent: Fields, written: Fields): Fields => {
  const entries = names.map((name) => [name, written[name] === sent[name] ? now[name] : written[name]]);
  return Object.fromEntries(entries) as unknown as Fields;
};
