import {
  CoverSize,
  type PageComputed as ComputedModel,
  type PageCover as CoverModel,
  type PageLayout as LayoutModel,
  PageWidth,
} from '../../../text/content/fields.ts';
import { resolveDependencies } from '../../../domain/authoring/content/computed/dependencies.ts';
import { builder } from '../../builder.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { enumOf } from '../../form-members.ts';
import { ContentReference } from './reference.ts';

const PageWidthEnum = enumOf(PageWidth);
const CoverSizeEnum = enumOf(CoverSize);

export const PageLayout = builder.objectRef<LayoutModel>('PageLayout').implement({
  description: 'Which parts of a page are shown.',
  fields: (t) => ({
    width: t.expose('width', { type: PageWidthEnum, description: 'Width of the page.' }),
    cover: t.exposeBoolean('cover', { description: 'Whether the cover is shown.' }),
    coverSize: t.expose('coverSize', { description: 'How large the cover is shown.', type: CoverSizeEnum }),
    title: t.exposeBoolean('title', { description: 'Whether the title is shown.' }),
    description: t.exposeBoolean('description', { description: 'Whether the description is shown.' }),
    tableOfContents: t.exposeBoolean('tableOfContents', {
      description: 'Whether the page tree is shown.',
    }),
    outline: t.exposeBoolean('outline', { description: 'Whether the list of headings is shown.' }),
    pagination: t.exposeBoolean('pagination', {
      description: 'Whether links to the previous and next page are shown.',
    }),
    metadata: t.exposeBoolean('metadata', { description: 'Whether the time of the last update is shown.' }),
  }),
});

export const PageCover = builder.objectRef<CoverModel>('PageCover').implement({
  description: 'The cover image of a page.',
  fields: (t) => ({
    ref: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The image.',
      resolve: (cover) => cover.ref ?? null,
    }),
    refDark: t.field({
      type: ContentReference,
      nullable: true,
      description: 'The image for dark mode.',
      resolve: (cover) => cover.refDark ?? null,
    }),
    yPos: t.exposeFloat('yPos', { description: 'Vertical offset of the image.' }),
  }),
});

/** The source of a computed page with the space of the page, in which dependencies are resolved. */
interface PlacedComputed extends ComputedModel {
  readonly spaceId: string;
}

export const PageComputed = builder.objectRef<PlacedComputed>('PageComputed').implement({
  description: 'The source of a computed page.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The source, such as `builtin:openapi`.' }),
    dependencies: t.field({
      type: 'JSON',
      nullable: true,
      description: `The inputs of the source, by name, each with its \`ref\`. An OpenAPI specification also has \`value\` with \`object\`, \`id\`, \`slug\` and \`lastVersion\`, or null while it does not exist. ${freeForms.source}`,
      resolve: ({ spaceId, ...computed }, _args, ctx) => resolveDependencies(ctx, spaceId, computed),
    }),
    props: t.field({
      type: 'JSON',
      nullable: true,
      description: `Parameters of the source, by name. ${freeForms.source}`,
      resolve: ({ props }) => props ?? null,
    }),
  }),
});

interface VariableModel {
  readonly name: string;
  readonly value: string;
}

export const Variable = builder.objectRef<VariableModel>('Variable').implement({
  description: 'A variable that expressions in texts can refer to.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name in expressions, without `vars.`.' }),
    value: t.exposeString('value', { description: 'Value as a text.' }),
  }),
});

export const listVariables = (variables: Readonly<Record<string, string>> | null): VariableModel[] =>
  Object.entries(variables ?? {}).map(([name, value]) => ({ name, value }));
