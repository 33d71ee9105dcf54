import type { PageComputed, PageCover as CoverModel } from '../../../text/content/fields.ts';
import type { ContentReference as ReferenceModel } from '../../../text/rich-text/content-reference.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { PageCover } from '../content/page-types.ts';
import { ContentReference } from '../content/reference.ts';

/** The value of a conflicting field. Exactly one member is set, depending on the type of the value. */
interface ConflictValueModel {
  readonly text?: string;
  readonly flag?: boolean;
  readonly cover?: CoverModel;
  readonly target?: ReferenceModel;
  readonly computed?: PageComputed;
}

/** The fields of pages whose values are objects. `layout` and `variables` are missing, because their members conflict one by one. */
const objectFields: ReadonlySet<string | null> = new Set(['cover', 'target', 'computed']);

/** Converts the value of a conflicting field. Throws for a type that no field has. */
export function toConflictValue(field: string | null, value: unknown): ConflictValueModel | null {
  if (value === null) return null;
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'boolean') return { flag: value };
  if (field !== null && objectFields.has(field)) return { [field]: value };
  throw new Error(`The conflicting field ${field} has a value of the type ${typeof value}`);
}

const ConflictingSource = builder.objectRef<PageComputed>('ConflictingPageSource').implement({
  description: 'The source of a computed page in a merge conflict, without resolved dependencies.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The source, such as `builtin:openapi`.' }),
    dependencies: t.expose('dependencies', {
      type: 'JSON',
      nullable: true,
      description: `The inputs of the source, by name, each with its \`ref\`. ${freeForms.source}`,
    }),
    props: t.expose('props', {
      type: 'JSON',
      nullable: true,
      description: `Parameters of the source, by name. ${freeForms.source}`,
    }),
  }),
});

export const ConflictValue = builder.objectRef<ConflictValueModel>('ConflictValue').implement({
  description: 'A value of a conflicting field. Its type depends on the field.',
  fields: (t) => ({
    text: t.exposeString('text', {
      nullable: true,
      description:
        'The value of a field with a text or an id, such as `title`, `slug`, `parent` or `variables.name`. For a conflict about the whole entry, its title.',
    }),
    flag: t.exposeBoolean('flag', {
      nullable: true,
      description: 'The value of a boolean field, such as `hidden` or `layout.title`.',
    }),
    cover: t.expose('cover', { type: PageCover, nullable: true, description: 'The value of `cover`.' }),
    target: t.expose('target', { type: ContentReference, nullable: true, description: 'The value of `target`.' }),
    computed: t.expose('computed', {
      type: ConflictingSource,
      nullable: true,
      description: 'The value of `computed`.',
    }),
  }),
});
