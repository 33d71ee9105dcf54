import { existsSync, readFileSync } from 'node:fs';
import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { expect, it } from 'vitest';
import { isJsonScalar, type JsonScalar } from '../../src/lib/form-types.ts';
import { schema } from '../../src/schema/index.ts';

/** Reasons why these fields, members and arguments are JSON, by their type. Each new one needs a reason. */
const reasons: Readonly<Record<JsonScalar, Readonly<Record<string, readonly string[]>>>> = {
  RichDocument: {
    'a rich text, whose blocks nest to any depth and gain kinds with the editor': [
      'ChangeRequest.descriptionDocument',
      'ChangeRequestDescriptionInput.document',
      'CommentBody.document',
      'CommentBodyInput.document',
      'Document.document',
      'PageBody.document',
      'PageTextInput.document',
      'ReusableContent.document',
    ],
  },
  JSON: {
    'values that the publisher of an integration declares': [
      'AddInstallationSiteInput.configuration',
      'AddInstallationSpaceInput.configuration',
      'InstallIntegrationInput.configuration',
      'IntegrationInstallation.configuration',
      'IntegrationSiteInstallation.configuration',
      'IntegrationSpaceInstallation.configuration',
      'UpdateInstallationInput.configuration',
      'UpdateInstallationSiteInput.configuration',
      'UpdateInstallationSpaceInput.configuration',
    ],
    'parameters and inputs of a source of computed pages, which an integration may define': [
      'ConflictingPageSource.dependencies',
      'ConflictingPageSource.props',
      'PageComputed.dependencies',
      'PageComputed.props',
      'PageComputedInput.dependencies',
      'PageComputedInput.props',
    ],
    'what an integration is told, whose members depend on the type of the event': ['IntegrationEvent.payload'],
    'a JSON Schema': [
      'EventTypeInfo.dataSchema',
      'SiteAdaptiveSchema.jsonSchema',
      'UpdateSiteAdaptiveSchemaInput.jsonSchema',
    ],
  },
  Variables: {
    'variables, whose names authors choose and whose values are texts, numbers or booleans': [
      'ContentChangeInput.variables',
      'CreateComputedPageInput.variables',
      'CreatePageInput.variables',
      'SetVariablesInput.variables',
      'UpdatePageInput.variables',
    ],
  },
  EventData: { 'what events of each type say': ['AuditEvent.data', 'Event.data'] },
  Claims: {
    'claims of a visitor, which the owner of a site declares by a JSON Schema': [
      'Site.preview(claims:)',
      'SitePreview.claims',
      'VisitorInput.unsignedClaims',
    ],
  },
};

interface Member {
  readonly place: string;
  readonly type: string;
  readonly description: string;
}

const memberAt = (
  owner: string,
  {
    name,
    type,
    description,
  }: Pick<GraphQLField<unknown, unknown> | GraphQLInputField, 'name' | 'type' | 'description'>,
): Member => ({ place: `${owner}.${name}`, type: getNamedType(type).name, description: description ?? '' });

/** All fields, members and arguments that are JSON. */
const members = Object.values(schema.getTypeMap())
  .flatMap((type): Member[] => {
    if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => memberAt(type.name, field));
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      memberAt(type.name, field),
      ...field.args.map((arg) => ({ ...memberAt(type.name, arg), place: `${type.name}.${field.name}(${arg.name}:)` })),
    ]);
  })
  .filter(({ type }) => isJsonScalar(type));

it.each(Object.entries(reasons))('the schema has the type %s only where a reason is given', (scalar, places) => {
  const found = members.filter(({ type }) => type === scalar).map(({ place }) => place);
  expect(found.toSorted()).toEqual(Object.values(places).flat().toSorted());
});

it('the schema says of each value that is JSON where the manual describes it', () => {
  const lost = members.filter(({ description }) => {
    const [, heading = '', page = ''] = /“([^”]+)” in “([^”]+)”/.exec(description) ?? [];
    const file = new URL(`../../docs/reference/${page.split(' ')[0]?.toLowerCase()}.md`, import.meta.url);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return !text.startsWith(`# ${page}\n`) || !text.includes(`\n## ${heading}\n`);
  });
  expect(lost).toEqual([]);
});
