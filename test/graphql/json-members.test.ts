import { existsSync, readFileSync } from 'node:fs';
import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';

/** Reasons why these fields, members and arguments have the type JSON. Each new one needs a reason. */
const reasons = {
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
  'variables, whose names authors choose and whose values are texts, numbers or booleans': [
    'ContentChangeInput.variables',
    'CreateComputedPageInput.variables',
    'CreatePageInput.variables',
    'SetVariablesInput.variables',
    'UpdatePageInput.variables',
  ],
  'claims of a visitor, which the owner of a site declares by a JSON Schema': [
    'Site.preview(claims:)',
    'SitePreview.claims',
    'VisitorInput.unsignedClaims',
  ],
  'a JSON Schema': ['SiteAdaptiveSchema.jsonSchema', 'UpdateSiteAdaptiveSchemaInput.jsonSchema'],
};

const isJson = (type: GraphQLInputType | GraphQLOutputType) => getNamedType(type).name === 'JSON';

/** All fields, members and arguments of the type JSON, with their descriptions. */
const members = new Map(
  Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isInputObjectType(type))
      return Object.values(type.getFields())
        .filter((field) => isJson(field.type))
        .map((field) => [`${type.name}.${field.name}`, field.description ?? ''] as const);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      ...(isJson(field.type) ? [[`${type.name}.${field.name}`, field.description ?? ''] as const] : []),
      ...field.args
        .filter((arg) => isJson(arg.type))
        .map((arg) => [`${type.name}.${field.name}(${arg.name}:)`, arg.description ?? ''] as const),
    ]);
  }),
);

it('the schema has the type JSON only where a reason is given', () => {
  expect([...members.keys()].toSorted()).toEqual(Object.values(reasons).flat().toSorted());
});

it('the schema says of each value that is JSON where the manual describes it', () => {
  const lost = [...members].filter(([, description]) => {
    const [, heading = '', page = ''] = /“([^”]+)” in “([^”]+)”/.exec(description) ?? [];
    const file = new URL(`../../docs/reference/${page.split(' ')[0]?.toLowerCase()}.md`, import.meta.url);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return !text.startsWith(`# ${page}\n`) || !text.includes(`\n## ${heading}\n`);
  });
  expect(lost).toEqual([]);
});
