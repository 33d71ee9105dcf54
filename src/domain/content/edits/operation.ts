import { invalid } from '../../../lib/errors.ts';
import type { ContentReference, PageComputed, PageLayout } from '../fields.ts';
import type { ContentOperationName, NewPageType } from './fields.ts';

/** Given as null it is taken away; not given, it stays. */
type Given<Value> = Value | null | undefined;

/** A text: Markdown, or a JSON document that becomes Markdown. Decisions 2.3. */
export interface GivenText {
  readonly markdown?: Given<string>;
  readonly document?: unknown;
}

/** A reference as somebody sent it; which members stand with which kind is looked at. */
export interface GivenReference {
  readonly kind: ContentReference['kind'];
  readonly page?: Given<string>;
  readonly anchor?: Given<string>;
  readonly file?: Given<string>;
  readonly url?: Given<string>;
}

interface GivenCover {
  readonly ref?: Given<GivenReference>;
  readonly refDark?: Given<GivenReference>;
  readonly yPos?: Given<number>;
}

export interface GivenFile {
  readonly name: string;
  readonly url?: Given<string>;
  readonly base64?: Given<string>;
  readonly contentType?: Given<string>;
  readonly ref?: Given<string>;
}

/** What of a page can be said when it is added or changed. */
export interface PageValues {
  readonly document?: Given<GivenText>;
  readonly title?: Given<string>;
  readonly slug?: Given<string>;
  readonly emoji?: Given<string>;
  readonly icon?: Given<string>;
  readonly description?: Given<string>;
  readonly hidden?: Given<boolean>;
  readonly noIndex?: Given<boolean>;
  readonly noRobotsIndex?: Given<boolean>;
  readonly condition?: Given<string>;
  readonly layout?: Given<{ readonly [Key in keyof PageLayout]?: Given<PageLayout[Key]> }>;
  readonly cover?: Given<GivenCover>;
  readonly variables?: unknown;
  readonly target?: Given<GivenReference>;
  readonly computed?: Given<PageComputed>;
}

/** One operation as somebody sent it: `operation` says which of the members count. */
export interface ContentOperation extends PageValues {
  readonly operation: ContentOperationName;
  /** Of the page it is about; of a new page its type. */
  readonly page?: Given<string>;
  readonly type?: Given<NewPageType>;
  /** The page to be put under; null for the top. */
  readonly into?: Given<string>;
  /** Index among the siblings. */
  readonly at?: Given<number>;
  readonly ref?: Given<string>;
  readonly revision?: Given<string>;
  readonly block?: Given<readonly string[]>;
  readonly files?: Given<readonly GivenFile[]>;
  readonly file?: Given<string>;
  readonly name?: Given<string>;
  readonly reusableContent?: Given<string>;
}

type Member = Exclude<keyof ContentOperation, 'operation'>;

const looks = ['title', 'slug', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const;
const texts = ['document', 'description', 'layout', 'cover', 'variables', 'computed', 'target'] as const;

/** The members of each operation; those it cannot do without come first. */
export const members: Readonly<Record<ContentOperationName, readonly [readonly Member[], readonly Member[]]>> = {
  insert_page: [[], ['type', 'into', 'at', 'ref', ...looks, ...texts]],
  update_page: [['page'], ['into', 'at', ...looks, ...texts]],
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

/** Members in which null says something: the top of the tree, or that a value goes. */
export const nullable: ReadonlySet<Member> = new Set<Member>([
  ...(['into', 'emoji', 'icon', 'hidden', 'noIndex', 'noRobotsIndex', 'condition', 'description', 'layout'] as const),
  ...(['cover', 'variables', 'document'] as const),
]);

/** Throws validation_failed for a member that is missing, null, or not of the operation; `path` is where it stands. */
export function checkMembers(operation: ContentOperation, path: string): void {
  const [required, optional] = members[operation.operation];
  const missing = required.find((name) => operation[name] === undefined || operation[name] === null);
  if (missing !== undefined) throw invalid(`${path}.${missing}`, `"${missing}" is required`, 'required');
  for (const [name, value] of Object.entries(operation) as [Member | 'operation', unknown][]) {
    if (name === 'operation' || value === undefined) continue;
    if (!required.includes(name) && !optional.includes(name))
      throw invalid(`${path}.${name}`, `${operation.operation} takes no ${name}`, 'exclusive');
    if (value === null && !nullable.has(name)) throw invalid(`${path}.${name}`, 'must not be null', 'type');
  }
}
