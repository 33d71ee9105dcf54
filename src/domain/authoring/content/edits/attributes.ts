import { invalid } from '../../../../lib/errors.ts';
import { canonicalEmoji } from '../../../../lib/emoji.ts';
import type { ContentReference } from '../../../../text/rich-text/content-reference.ts';
import {
  defaultLayout,
  type PageAttributes,
  type PageCover,
  type PageLayout,
} from '../../../../text/content/fields.ts';
import { requireEntry, type Draft } from './draft.ts';
import { storedVariables, type NewPageType } from '../../../../text/content/edit-fields.ts';
import type { PageValues, ReferenceInput } from './operation.ts';

const common = ['title', 'slug', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const;
const commonOfDocuments = [...common, 'description', 'layout', 'cover', 'variables'] as const;

/** Members accepted by each type of page. */
const valuesOf: Readonly<Record<NewPageType, readonly (keyof PageValues)[]>> = {
  document: [...commonOfDocuments, 'document'],
  computed: [...commonOfDocuments, 'computed'],
  group: common,
  link: ['title', 'emoji', 'icon', 'hidden', 'condition', 'target'],
};

const everyValue = [...new Set(Object.values(valuesOf).flat())];

/** Throws validation_failed for a member that the type of page does not accept. */
export function checkValues(kind: NewPageType, values: PageValues, path: string): void {
  const unexpected = everyValue.find((name) => values[name] !== undefined && !valuesOf[kind].includes(name));
  if (unexpected !== undefined)
    throw invalid(`${path}.${unexpected}`, `A page of type ${kind} does not accept ${unexpected}`, 'exclusive');
}

/**
 * The attributes after an update: an omitted value is kept, null removes it. Throws reference_not_found,
 * validation_failed.
 */
export function attributesAfter(
  draft: Draft,
  present: PageAttributes,
  values: PageValues,
  path: string,
): PageAttributes {
  const { emoji, layout, cover, target, variables } = values;
  const updates: { [Key in keyof PageAttributes]: PageAttributes[Key] | null | undefined } = {
    description: values.description === '' ? null : values.description,
    emoji: emoji ? canonicalEmoji(emoji) : emoji,
    icon: values.icon,
    hidden: flag(values.hidden),
    noIndex: flag(values.noIndex),
    noRobotsIndex: flag(values.noRobotsIndex),
    condition: values.condition,
    layout: layout ? layoutAfter(present.layout, layout) : layout,
    cover: cover ? coverFrom(draft, cover, `${path}.cover`) : cover,
    variables: variables ? storedVariables(variables) : (variables as null | undefined),
    target: target ? referenceFrom(draft, target, `${path}.target`) : target,
    computed: values.computed,
  };
  const next = Object.fromEntries(Object.entries(updates).filter(([, value]) => value !== undefined));
  return Object.fromEntries(Object.entries({ ...present, ...next }).filter(([, value]) => !isUnset(value)));
}

/** Null, and maps without members, are not stored. */
const isUnset = (value: unknown) =>
  value === null || (typeof value === 'object' && value !== undefined && Object.keys(value).length === 0);

/** False is the default and is not stored. */
const flag = (value: boolean | null | undefined) => (value === false ? null : value);

/** Members that are null or have the default are not stored, so that a layout can be written as it was read. */
const layoutAfter = (present: Partial<PageLayout> | undefined, update: NonNullable<PageValues['layout']>) =>
  Object.fromEntries(
    Object.entries({ ...present, ...update }).filter(
      ([name, value]) => value !== null && value !== undefined && value !== defaultLayout[name as keyof PageLayout],
    ),
  ) as Partial<PageLayout>;

function coverFrom(draft: Draft, cover: NonNullable<PageValues['cover']>, path: string): PageCover {
  const { ref, refDark, yPos } = cover;
  return {
    ...(ref && { ref: pictureFrom(draft, ref, `${path}.ref`) }),
    ...(refDark && { refDark: pictureFrom(draft, refDark, `${path}.refDark`) }),
    yPos: yPos ?? 0,
  };
}

function pictureFrom(draft: Draft, reference: ReferenceInput, path: string): ContentReference {
  if (reference.kind !== 'file' && reference.kind !== 'url')
    throw invalid(`${path}.kind`, 'A cover must be a file or a url', 'invalid');
  return referenceFrom(draft, reference, path);
}

function referenceFrom(draft: Draft, reference: ReferenceInput, path: string): ContentReference {
  const member = (name: 'page' | 'anchor' | 'file' | 'url') => {
    const value = reference[name];
    if (typeof value !== 'string') throw invalid(`${path}.${name}`, `"${name}" is required`, 'required');
    return value;
  };
  const entry = (kind: 'page' | 'file') => requireEntry(draft, kind, member(kind), `${path}.${kind}`).id;
  switch (reference.kind) {
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
