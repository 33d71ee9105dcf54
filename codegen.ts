import type { CodegenConfig } from '@graphql-codegen/cli';
import { schema } from './src/schema/index.ts';
// Operation types speak the contract's spellings (share-link), not GraphQL's (SHARE_LINK): the REST face runs
// operations compiled to hand out the internal values. Duck-typed: the loader of this file brings its own copy of
// graphql, whose isEnumType() refuses ours.
const enumValues = Object.fromEntries(
  Object.values(schema.getTypeMap()).flatMap((type) =>
    'getValues' in type && !type.name.startsWith('__')
      ? [[type.name, Object.fromEntries(type.getValues().map(({ name, value }) => [name, value as string]))]]
      : [],
  ),
);

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'src/rest/**/*.graphql',
  generates: {
    'src/rest/__generated__/operations.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumType: 'string-literal',
        enumValues,
        skipTypename: true,
        scalars: { DateTime: 'string', ID: 'string' },
      },
    },
  },
};

export default config;
