import { invalid } from '../../../lib/errors.ts';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import type { ContentReference, PageAttributes, PageCover, PageLayout } from '../fields.ts';
import { requireEntry, type Draft } from './draft.ts';
import { variablesOf, type NewPageType } from './fields.ts';
import type { GivenReference, PageValues } from './operation.ts';

const placed = ['title', 'slug', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const;
const shown = [...placed, 'description', 'layout', 'cover', 'variables'] as const;

/** What can be said of each kind of page. Decisions 2.13. */
const valuesOf: Readonly<Record<NewPageType, readonly (keyof PageValues)[]>> = {
  document: [...shown, 'document'],
  computed: [...shown, 'computed'],
  group: placed,
  link: ['title', 'emoji', 'icon', 'hidden', 'condition', 'target'],
};

const everyValue = [...new Set(Object.values(valuesOf).flat())];

/** Throws validation_failed for what this kind of page does not have. */
export function checkValues(kind: NewPageType, values: PageValues, path: string): void {
  const odd = everyValue.find((name) => values[name] !== undefined && !valuesOf[kind].includes(name));
  if (odd !== undefined) throw invalid(`${path}.${odd}`, `A page of this type (${kind}) has no ${odd}`, 'exclusive');
}

/** The attributes after a change: what is not given stays, null takes away. Throws reference_not_found, validation_failed. */
export function attributesAfter(
  draft: Draft,
  present: PageAttributes,
  values: PageValues,
  path: string,
): PageAttributes {
  const { emoji, layout, cover, target, variables } = values;
  const given: { [Key in keyof PageAttributes]: PageAttributes[Key] | null | undefined } = {
    description: values.description === '' ? null : values.description,
    emoji: emoji ? canonicalEmoji(emoji) : emoji,
    icon: values.icon,
    hidden: flag(values.hidden),
    noIndex: flag(values.noIndex),
    noRobotsIndex: flag(values.noRobotsIndex),
    condition: values.condition,
    layout: layout ? layoutAfter(present.layout, layout) : layout,
    cover: cover ? coverFrom(draft, cover, `${path}.cover`) : cover,
    variables: variables ? variablesOf(variables) : (variables as null | undefined),
    target: target ? referenceFrom(draft, target, `${path}.target`) : target,
    computed: values.computed,
  };
  const next = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.fromEntries(Object.entries({ ...present, ...next }).filter(([, value]) => value !== null));
}

/** False is the default: it is not kept. */
const flag = (value: boolean | null | undefined) => (value === false ? null : value);

const layoutAfter = (present: Partial<PageLayout> | undefined, given: NonNullable<PageValues['layout']>) =>
  Object.fromEntries(
    Object.entries({ ...present, ...given }).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<PageLayout>;

function coverFrom(draft: Draft, cover: NonNullable<PageValues['cover']>, path: string): PageCover {
  const { ref, refDark, yPos } = cover;
  return {
    ...(ref && { ref: pictureFrom(draft, ref, `${path}.ref`) }),
    ...(refDark && { refDark: pictureFrom(draft, refDark, `${path}.refDark`) }),
    yPos: yPos ?? 0,
  };
}

function pictureFrom(draft: Draft, given: GivenReference, path: string): ContentReference {
  if (given.kind !== 'file' && given.kind !== 'url')
    throw invalid(`${path}.kind`, 'A cover is a file or a url', 'invalid');
  return referenceFrom(draft, given, path);
}

function referenceFrom(draft: Draft, given: GivenReference, path: string): ContentReference {
  const member = (name: 'page' | 'anchor' | 'file' | 'url') => {
    const value = given[name];
    if (typeof value !== 'string') throw invalid(`${path}.${name}`, `"${name}" is required`, 'required');
    return value;
  };
  const entry = (kind: 'page' | 'file') => requireEntry(draft, kind, member(kind), `${path}.${kind}`).id;
  switch (given.kind) {
    case 'page':
      return { kind: 'page', page: entry('page') };
    case 'anchor':
      return { kind: 'anchor', page: entry('page'), anchor: member('anchor') };
    case 'file':
      return { kind: 'file', file: entry('file') };
    case 'url':
      return { kind: 'url', url: member('url') };
  }
}
