import { invalid } from '../../../../lib/errors.ts';
import type { ContentReference } from '../../../../text/rich-text/content-reference.ts';
import type { PageComputed, PageLayout } from '../../../../text/content/fields.ts';
import type { ContentOperationName, NewPageType } from '../../../../text/content/edit-fields.ts';

/** Null removes the value; an omitted value is kept. */
type Optional<Value> = Value | null | undefined;

/** A text: Markdown, or a JSON document that is converted to Markdown. */
export interface TextInput {
  readonly markdown?: Optional<string>;
  readonly document?: unknown;
}

/** A reference; `kind` decides which other members it needs. */
export interface ReferenceInput {
  readonly kind: ContentReference['kind'];
  readonly page?: Optional<string>;
  readonly anchor?: Optional<string>;
  readonly file?: Optional<string>;
  readonly url?: Optional<string>;
}

interface CoverInput {
  readonly ref?: Optional<ReferenceInput>;
  readonly refDark?: Optional<ReferenceInput>;
  readonly yPos?: Optional<number>;
}

export interface FileInput {
  readonly name: string;
  readonly url?: Optional<string>;
  readonly base64?: Optional<string>;
  readonly contentType?: Optional<string>;
  readonly ref?: Optional<string>;
}

/** Values of a page to create or update. */
export interface PageValues {
  readonly document?: Optional<TextInput>;
  readonly title?: Optional<string>;
  readonly slug?: Optional<string>;
  readonly emoji?: Optional<string>;
  readonly icon?: Optional<string>;
  readonly description?: Optional<string>;
  readonly hidden?: Optional<boolean>;
  readonly noIndex?: Optional<boolean>;
  readonly noRobotsIndex?: Optional<boolean>;
  readonly condition?: Optional<string>;
  readonly layout?: Optional<{ readonly [Key in keyof PageLayout]?: Optional<PageLayout[Key]> }>;
  readonly cover?: Optional<CoverInput>;
  readonly variables?: unknown;
  readonly target?: Optional<ReferenceInput>;
  readonly computed?: Optional<PageComputed>;
}

/** One operation of a request; `operation` decides which other members it takes. */
export interface ContentOperation extends PageValues {
  readonly operation: ContentOperationName;
  /** Id or ref of the target page. */
  readonly page?: Optional<string>;
  /** Type of the new page. */
  readonly type?: Optional<NewPageType>;
  /** Id or ref of the new parent; null for the top. */
  readonly into?: Optional<string>;
  /** Index among the siblings. */
  readonly at?: Optional<number>;
  readonly ref?: Optional<string>;
  readonly revision?: Optional<string>;
  readonly block?: Optional<readonly string[]>;
  readonly files?: Optional<readonly FileInput[]>;
  readonly file?: Optional<string>;
  readonly name?: Optional<string>;
  readonly reusableContent?: Optional<string>;
}

type Member = Exclude<keyof ContentOperation, 'operation'>;

const metadataMembers = ['title', 'slug', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const;
const contentMembers = ['document', 'description', 'layout', 'cover', 'variables', 'computed', 'target'] as const;

/** Required and optional members of each operation. */
export const members: Readonly<Record<ContentOperationName, readonly [readonly Member[], readonly Member[]]>> = {
  insert_page: [[], ['type', 'into', 'at', 'ref', ...metadataMembers, ...contentMembers]],
  update_page: [['page'], ['into', 'at', ...metadataMembers, ...contentMembers]],
  move_page: [['page'], ['into', 'at']],
  delete_page: [['page'], []],
  revert_page: [['page'], ['revision']],
  insert_files: [['files'], []],
  rename_file: [['file', 'name'], []],
  delete_file: [['file'], []],
  set_variables: [['variables'], []],
  insert_reusable_content: [['title'], ['document', 'ref']],
  update_reusable_content: [['reusableContent'], ['title', 'document']],
  delete_reusable_content: [['reusableContent'], []],
};

/** Members for which null is valid: it selects the top of the tree, or removes the value. */
export const nullable: ReadonlySet<Member> = new Set<Member>([
  ...(['into', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'description', 'layout'] as const),
  ...(['cover', 'variables', 'document'] as const),
]);

/** Throws validation_failed for a member of the operation at `path` that is missing, null or not accepted. */
export function checkMembers(operation: ContentOperation, path: string): void {
  const [required, optional] = members[operation.operation];
  const missing = required.find((name) => operation[name] === undefined || operation[name] === null);
  if (missing !== undefined) throw invalid(`${path}.${missing}`, `"${missing}" is required`, 'required');
  for (const [name, value] of Object.entries(operation) as [Member | 'operation', unknown][]) {
    if (name === 'operation' || value === undefined) continue;
    if (!required.includes(name) && !optional.includes(name))
      throw invalid(`${path}.${name}`, `${operation.operation} does not accept ${name}`, 'exclusive');
    if (value === null && !nullable.has(name)) throw invalid(`${path}.${name}`, `${name} must not be null`, 'type');
  }
}
