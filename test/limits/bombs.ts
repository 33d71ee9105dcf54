/** A request that must be refused before anything runs. */
export interface Bomb {
  readonly name: string;
  readonly body: { readonly query: string; readonly variables?: unknown; readonly operationName?: string };
  /** `extensions.code` of the refusal. */
  readonly code: string;
}

const complex = 'QUERY_TOO_COMPLEX';
const invalid = 'GRAPHQL_VALIDATION_FAILED';
const syntax = 'GRAPHQL_PARSE_FAILED';

const times = (count: number, text: (index: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, index) => text(index)).join(between);
const nested = (levels: number, open: string, core: string, close = '}') =>
  open.repeat(levels) + core + close.repeat(levels);
const bomb = (name: string, code: string, query: string, variables?: unknown): Bomb => ({
  name,
  code,
  body: { query, ...(variables === undefined ? {} : { variables }) },
});

const spacesOf = (first: string, inner: string) =>
  `viewer { organizations(first: ${first}) { edges { node { spaces(first: ${first}) { edges { node { ${inner} } } } } } } }`;
const loop = (levels: number) =>
  `{ space(id: "spc_1") ${nested(levels, '{ organization { spaces { edges { node ', '{ id }', '} } } }')} }`;
/** Fragments that each spread the next one twice. */
const doubling = (count: number, last = 'id') =>
  times(
    count,
    (n) =>
      `fragment F${n} on Space { ${n + 1 < count ? `a: organization { spaces { edges { node { ...F${n + 1} } } } } b: organization { spaces { edges { node { ...F${n + 1} } } } }` : last} }`,
  );

const tokens: Bomb[] = [
  bomb('2,001 names', complex, `{ viewer { ${'id '.repeat(1_997)} } }`),
  bomb('50,000 names', complex, `{ viewer { ${'id '.repeat(50_000)} } }`),
  bomb('100,000 braces', syntax, '{'.repeat(100_000)),
  bomb('6,000 levels', complex, nested(6_000, '{a', '{a}')),
  bomb('6,000 levels of inline fragments', complex, `{ ${nested(6_000, '... {', 'id')} }`),
  bomb('20,000 levels of list values', complex, `{ nodes(ids: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { id } }`),
  bomb('20,000 levels of object values', complex, `{ node(id: ${'{a:'.repeat(20_000)}1${'}'.repeat(20_000)}) { id } }`),
  bomb(
    '20,000 levels of list types',
    complex,
    `query ($a: ${'['.repeat(20_000)}Int${']'.repeat(20_000)}) { viewer { id } }`,
  ),
  bomb('5,000 aliased root fields', complex, `{ ${times(5_000, (n) => `a${n}: viewer { id }`)} }`),
  bomb('5,000 directives', complex, `{ viewer ${'@include(if: true) '.repeat(5_000)} { id } }`),
  bomb('10,000 ids', complex, `{ nodes(ids: [${times(10_000, (n) => `"spc_${n}"`)}]) { id } }`),
  bomb('3,000 variables', complex, `query (${times(3_000, (n) => `$v${n}: Int`)}) { viewer { id } }`),
  bomb('3,000 fragments', complex, `{ viewer { id } } ${times(3_000, (n) => `fragment F${n} on User { id }`)}`),
  bomb(
    '3,000 operations',
    complex,
    times(3_000, (n) => `query Q${n} { viewer { id } }`),
  ),
];

const depth: Bomb[] = [
  bomb('13 levels', complex, nested(12, '{ organization ', '{ id }')),
  bomb('three rounds of organization and space', complex, loop(3)),
  bomb('ten rounds of organization and space', complex, loop(10)),
  bomb('100 rounds of organization and space', complex, loop(100)),
  bomb('900 levels of fields that are not there', complex, nested(900, '{a', '{a}')),
  bomb(
    '600 levels of inline fragments around deep fields',
    complex,
    `{ ${nested(600, '... {', nested(14, 'organization {', 'id'))} }`,
  ),
  bomb(
    'depth through fragments',
    complex,
    `{ space(id: "1") { ...F0 } } ${times(8, (n) => `fragment F${n} on Space { organization { spaces { edges { node { ${n < 7 ? `...F${n + 1}` : 'id'} } } } } }`)}`,
  ),
  bomb(
    'depth in an unused fragment',
    complex,
    `{ viewer { id } } fragment F on Space ${nested(14, '{ organization ', '{ id }')}`,
  ),
  bomb(
    'depth in an operation that is not asked for',
    complex,
    `query A { viewer { id } } query B ${nested(14, '{ organization ', '{ id }')}`,
  ),
  bomb(
    '16 levels of introspection',
    complex,
    `{ __schema { types { fields { type ${nested(12, '{ ofType ', '{ name }')} } } } }`,
  ),
  bomb(
    'introspection circle through a fragment',
    complex,
    `{ __schema { types { ...T } } } fragment T on __Type ${nested(16, '{ ofType ', '{ name }')}`,
  ),
];

const aliases: Bomb[] = [
  bomb('31 aliases of one field', complex, `{ viewer { ${times(31, (n) => `a${n}: id`)} } }`),
  bomb('400 aliases', complex, `{ viewer { ${times(400, (n) => `a${n}: id`)} } }`),
  bomb('31 aliased lists', complex, `{ viewer { ${times(31, (n) => `a${n}: organizations { count }`)} } }`),
  bomb(
    'aliases through a fragment',
    complex,
    `{ a: viewer { ...F } b: viewer { ...F } c: viewer { ...F } d: viewer { ...F } } fragment F on User { ${times(8, (n) => `a${n}: id`)} }`,
  ),
  bomb('aliases doubled by fragments', complex, `{ space(id: "1") { ...F0 } } ${doubling(6)}`),
  bomb('21 root fields', complex, `{ ${times(21, (n) => `${n % 2 ? 'viewer' : 'x'}: viewer { id }`)} }`),
  bomb(
    'root fields through fragments',
    complex,
    `{ ${'...F '.repeat(6)} } fragment F on Query { ${'viewer { id } '.repeat(4)} }`,
  ),
  bomb(
    '11 mutations',
    complex,
    `mutation { ${times(11, (n) => `a${n}: createSpace(organizationId: "org_1", input: {}) { space { id } }`)} }`,
  ),
  bomb(
    '30 mutations',
    complex,
    `mutation { ${times(30, (n) => `a${n}: createSpace(organizationId: "org_1", input: {}) { space { id } }`)} }`,
  ),
  bomb(
    'mutations through a fragment',
    complex,
    `mutation { ...F ...F ...F } fragment F on Mutation { ${times(4, (n) => `a${n}: createSpace(organizationId: "o", input: {}) { space { id } }`)} }`,
  ),
];

const fragments: Bomb[] = [
  bomb(
    '51 fragments',
    complex,
    `{ viewer { ${times(51, (n) => `...F${n}`)} } } ${times(51, (n) => `fragment F${n} on User { id }`)}`,
  ),
  bomb('fragment that spreads itself', invalid, '{ viewer { ...F } } fragment F on User { id ...F }'),
  bomb(
    'two fragments in a circle',
    invalid,
    '{ viewer { ...F } } fragment F on User { ...G } fragment G on User { ...F }',
  ),
  bomb(
    'forty fragments in a circle',
    invalid,
    `{ viewer { ...F0 } } ${times(40, (n) => `fragment F${n} on User { id ...F${(n + 1) % 40} }`)}`,
  ),
  bomb(
    'circle through fields',
    invalid,
    '{ space(id: "1") { ...F } } fragment F on Space { organization { spaces { edges { node { ...F } } } } }',
  ),
  bomb(
    'fifty fragments, each spread twice by the one before',
    complex,
    `{ viewer { ...F0 } } ${times(50, (n) => `fragment F${n} on User { ${n < 49 ? `... { ...F${n + 1} } ... { ...F${n + 1} }` : 'id'} }`)}`,
  ),
  bomb(
    'twenty fragments, each spread ten times by the one before',
    complex,
    `{ viewer { ...F0 } } ${times(20, (n) => `fragment F${n} on User { id ${n < 19 ? `...F${n + 1} `.repeat(10) : ''} }`)}`,
  ),
  bomb(
    'every fragment spreads every other',
    invalid,
    `{ viewer { ...F0 } } ${times(20, (n) => `fragment F${n} on User { ${times(20, (m) => `...F${m}`)} }`)}`,
  ),
  bomb('fragments that nobody defined', invalid, `{ viewer { ${times(300, (n) => `...F${n}`)} } }`),
];

const directives: Bomb[] = [
  bomb('51 directives on one field', complex, `{ viewer { id ${'@include(if: true) '.repeat(51)} } }`),
  bomb('200 unknown directives', complex, `{ viewer { id ${times(200, (n) => `@d${n}`)} } }`),
  bomb('51 directives on the operation', complex, `query ${times(51, (n) => `@d${n}`)} { viewer { id } }`),
  bomb('a directive on each of 51 fields', complex, `{ viewer { ${times(51, () => 'id @skip(if: false)')} } }`),
  bomb(
    'directives through fragments',
    complex,
    `{ viewer { ${'...F '.repeat(10)} } } fragment F on User { ${'id @skip(if: false) '.repeat(6)} }`,
  ),
  bomb('40 unknown directives', invalid, `{ viewer { id ${times(40, (n) => `@d${n}`)} } }`),
];

const wide: Bomb[] = [
  bomb('20 fields that are not there', invalid, `{ ${times(20, (n) => `x${n}`)} }`),
  bomb('1,900 unknown fields below the top', invalid, `{ viewer { ${times(1_900, (n) => `displayNam${n}`)} } }`),
  bomb('1,990 times one field', complex, `{ viewer { ${'id '.repeat(1_999)} } }`),
  bomb('1,000 times one field', complex, `{ viewer { ${'id '.repeat(1_000)} } }`),
  bomb('200 times one list', complex, `{ viewer { ${'organizations { edges { node { id } } } '.repeat(190)} } }`),
  bomb(
    '30 fragments that repeat the same fields',
    complex,
    `{ viewer { ${times(30, (n) => `...F${n}`)} } } ${times(30, (n) => `fragment F${n} on User { ${'id displayName email photoUrl '.repeat(13)} }`)}`,
  ),
  bomb('50 colliding arguments', invalid, `{ viewer { ${times(50, (n) => `organizations(first: ${n}) { count }`)} } }`),
  bomb(
    '1,000 times one argument',
    invalid,
    `{ viewer { organizations(${times(600, (n) => `first: ${n}`)}) { count } } }`,
  ),
  bomb('600 unknown arguments', invalid, `{ viewer { organizations(${times(600, (n) => `x${n}: 1`)}) { count } } }`),
  bomb('600 undefined variables', invalid, `{ nodes(ids: [${times(600, (n) => `$v${n}`)}]) { id } }`),
  bomb('600 unused variables', invalid, `query (${times(390, (n) => `$v${n}: Int`)}) { viewer { id } }`),
  bomb(
    '240 operations of one name',
    invalid,
    times(240, () => 'query Q { viewer { id } }'),
  ),
  bomb('600 levels of a list value', invalid, `{ space(id: ${'['.repeat(600)}${']'.repeat(600)}) { id } }`),
];

const cost: Bomb[] = [
  bomb('1,000 organizations of 1,000 spaces', complex, `{ ${spacesOf('1000', 'id')} }`),
  bomb('1,000 by 1,000 through variables', complex, `query ($n: Int) { ${spacesOf('$n', 'id')} }`, { n: 1_000 }),
  bomb('1,000 by 1,000 through variable defaults', complex, `query ($n: Int = 1000) { ${spacesOf('$n', 'id')} }`),
  bomb(
    '1,000 by 1,000 through fragments',
    complex,
    `query ($n: Int) { viewer { organizations(first: $n) { ...O } } } fragment O on OrganizationConnection { edges { node { spaces(first: $n) { ...S } } } } fragment S on SpaceConnection { edges { node { id } } }`,
    { n: 1_000 },
  ),
  bomb(
    '25 lists of 1,000 with two objects each',
    complex,
    `{ viewer { ${times(25, (n) => `a${n}: organizations(first: 1000) { edges { node { permissions { view } id } } }`)} } }`,
  ),
  bomb(
    'default sizes, three levels',
    complex,
    '{ viewer { organizations(first: 60) { edges { node { spaces { edges { node { organization { spaces { edges { node { id } } } } } } } } } } } }',
  ),
  bomb('a huge first', complex, `{ viewer { organizations(first: 2000000000) { edges { node { id } } } } }`),
  bomb(
    'a huge first in a variable',
    complex,
    'query ($n: Int) { viewer { organizations(first: $n) { edges { node { id } } } } }',
    { n: 2_000_000_000 },
  ),
  bomb(
    'nineteen whole introspections',
    complex,
    `{ ${times(19, (n) => `a${n}: __schema { types { fields { args { name type { name } } type { name } } inputFields { name type { name } } enumValues { name } possibleTypes { name } interfaces { name } } }`)} }`,
  ),
  bomb(
    'introspection in a circle',
    invalid,
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
  ),
  bomb(
    'possible types in a circle',
    invalid,
    '{ __schema { types { possibleTypes { possibleTypes { possibleTypes { possibleTypes { name } } } } } } }',
  ),
];

const bodies: Bomb[] = [
  bomb('variables 500 levels deep', 'BAD_REQUEST', 'query ($v: ID!) { node(id: $v) { id } }', {
    v: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown,
  }),
  bomb('variables 50,000 levels deep', 'BAD_REQUEST', 'query ($v: ID!) { node(id: $v) { id } }', {
    v: deepList(50_000),
  }),
  bomb('1 MiB of variables', 'PAYLOAD_TOO_LARGE', 'query ($v: ID!) { node(id: $v) { id } }', {
    v: 'x'.repeat(1_000_000),
  }),
  bomb('300 KiB of query', 'PAYLOAD_TOO_LARGE', `{ viewer { id } } #${'x'.repeat(300_000)}`),
  bomb(
    '20,000 ids in a variable, with objects each',
    complex,
    'query ($v: [ID!]!) { a: nodes(ids: $v) { ...S } b: nodes(ids: $v) { ...S } c: nodes(ids: $v) { ...S } d: nodes(ids: $v) { ...S } } fragment S on Space { permissions { view } organization { permissions { view } } }',
    { v: Array.from({ length: 20_000 }, () => 'spc_1') },
  ),
  bomb(
    '5,000 variables that nobody asked for, and one that does not fit',
    'BAD_USER_INPUT',
    'query ($v: Int) { viewer { organizations(first: $v) { count } } }',
    { v: 'x', ...Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, n])) },
  ),
  bomb('a thousand wrong items', 'BAD_USER_INPUT', 'query ($v: [ID!]!) { nodes(ids: $v) { id } }', {
    v: Array.from({ length: 1_000 }, () => ({})),
  }),
  bomb('NUL in the query', 'BAD_USER_INPUT', '{ viewer { id } } #\0'),
  bomb('a lone surrogate in a variable', 'BAD_USER_INPUT', 'query ($v: ID!) { node(id: $v) { id } }', { v: '\ud800' }),
  bomb('nothing', syntax, ''),
  bomb('200,000 commas', syntax, ','.repeat(200_000)),
  bomb('200,000 characters of an open text', syntax, `{ node(id: "${'x'.repeat(200_000)}`),
  bomb('200,000 characters of an open block text', syntax, `{ node(id: """${'x '.repeat(100_000)}`),
  bomb('type definitions', invalid, 'type Query { viewer: String } schema { query: Query }'),
];

function deepList(levels: number): unknown {
  let list: unknown[] = [];
  for (let level = 0; level < levels; level += 1) list = [list];
  return list;
}

export const bombs: readonly Bomb[] = [
  ...tokens,
  ...depth,
  ...aliases,
  ...fragments,
  ...directives,
  ...wide,
  ...cost,
  ...bodies,
];
