import { readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceRule } from './chance.mjs';
import { constantNamesRule } from './constant-names.mjs';
import { participlesRule } from './participles.mjs';
import { readInTransactionRule } from './read-in-transaction.mjs';
import { testNamesRule } from './test-names.mjs';
import { timeLimitsRule } from './time-limits.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../src');
const { layers, wings, packages, withoutTests } = JSON.parse(readFileSync(resolve(here, 'layers.json'), 'utf8'));

/** `src/domain/authoring/spaces/move.ts` → `['domain', 'authoring', 'spaces', 'move.ts']`; null outside of src. */
function findPlace(path) {
  const parts = relative(root, path).split(sep);
  return parts[0] === '..' ? null : parts;
}

/**
 * Returns the reason why a file may not import a module, types included, or null. The allowed edges are listed in
 * layers.json.
 */
function findProblem(from, specifier, filename) {
  const [layer, wing] = from;
  if (!specifier.startsWith('.')) {
    const isForbidden = packages[layer]?.some(
      (name) => specifier === name || (name.endsWith('/') && specifier.startsWith(name)),
    );
    return isForbidden ? `src/${layer} may not import the package ${specifier}` : null;
  }
  const to = findPlace(resolve(dirname(filename), specifier));
  if (to === null || to[0].endsWith('.json')) return null;
  if (to[0] !== layer)
    return layers[layer]?.includes(to[0])
      ? null
      : `src/${layer} may not import src/${to[0]} (scripts/lint/layers.json)`;
  if (layer !== 'domain' || to[1] === wing) return null;
  const [own, other] = [wings.indexOf(wing), wings.indexOf(to[1])];
  if (own < 0 || other < 0) return `${own < 0 ? wing : to[1]} is missing from the wings of scripts/lint/layers.json`;
  return other < own ? null : `The wing ${wing} may not import ${to[1]}: it comes later in scripts/lint/layers.json`;
}

/** Whether a file or folder is one of these, or stands in one of them. */
const isIn = (path, folders) => folders.some((folder) => path === folder || path.startsWith(`${folder}${sep}`));

/** The production image is built without `test`, so what a build runs imports nothing of it. */
const withoutTestsRule = {
  meta: { type: 'problem', docs: { description: 'The program and its build import nothing of test.' } },
  create(context) {
    const top = resolve(root, '..');
    if (!isIn(relative(top, context.filename), withoutTests)) return {};
    return onImports(({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      if (isIn(relative(top, resolve(dirname(context.filename), source.value)), ['test']))
        context.report({
          node: source,
          message: 'The program and its build import nothing of test (scripts/lint/layers.json)',
        });
    });
  },
};

const onImports = (check) => ({
  ImportDeclaration: check,
  ExportNamedDeclaration: check,
  ExportAllDeclaration: check,
  ImportExpression: check,
});

const layersRule = {
  meta: { type: 'problem', docs: { description: 'Imports follow the layers and the order of the wings.' } },
  create(context) {
    const from = findPlace(context.filename);
    if (from === null) return {};
    return onImports(({ source }) => {
      if (typeof source?.value !== 'string') return;
      const message = findProblem(from, source.value, context.filename);
      if (message !== null) context.report({ node: source, message });
    });
  },
};

/** Whether a file may contain SQL; see ADR 18. */
const mayHoldSql = ([layer, ...rest]) =>
  layer === 'db' || layer === 'access' || layer === 'loaders' || rest.some((part) => /^queries(\.ts)?$/.test(part));

const sqlHomeRule = {
  meta: { type: 'problem', docs: { description: 'SQL stands in src/db, src/access, src/loaders and queries files.' } },
  create(context) {
    const from = findPlace(context.filename);
    if (from === null || mayHoldSql(from)) return {};
    return {
      ImportDeclaration({ source, specifiers, importKind }) {
        if (!/(^|\/)db\/sql\.ts$/.test(source.value) || importKind === 'type') return;
        if (specifiers.every((specifier) => specifier.importKind === 'type')) return;
        context.report({
          node: source,
          message: 'SQL belongs in a queries file of the domain (docs/adr/0018-sql-has-one-home.md)',
        });
      },
    };
  },
};

/**
 * Functions of src/text turn texts into texts, so a worker process can run them. Imports cannot enforce this alone,
 * because a function may declare the shape of the context that it takes.
 */
const textWithoutContextRule = {
  meta: { type: 'problem', docs: { description: 'A function of src/text takes no ctx.' } },
  create(context) {
    if (findPlace(context.filename)?.[0] !== 'text') return {};
    const check = ({ params }) => {
      for (const param of params)
        if (param.type === 'Identifier' && param.name === 'ctx')
          context.report({ node: param, message: 'A function of src/text takes no ctx: it belongs to the domain' });
    };
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

/** A spread reads all members of an input, so that nobody learns which of them the service uses. */
const wholeInputsRule = {
  meta: { type: 'problem', docs: { description: 'Resolvers pass an input whole.' } },
  create(context) {
    if (findPlace(context.filename)?.[0] !== 'schema') return {};
    return {
      SpreadElement(node) {
        if (node.argument.type === 'Identifier' && node.argument.name === 'input')
          context.report({ node, message: 'Pass the input whole, with `withInput` if the service takes more' });
      },
    };
  },
};

// oxlint takes a plugin as the default export of its module.
// oxlint-disable-next-line import/no-default-export
export default {
  meta: { name: 'octavo' },
  rules: {
    chance: chanceRule,
    'constant-names': constantNamesRule,
    layers: layersRule,
    participles: participlesRule,
    'read-in-transaction': readInTransactionRule,
    'sql-home': sqlHomeRule,
    'test-names': testNamesRule,
    'text-without-context': textWithoutContextRule,
    'time-limits': timeLimitsRule,
    'whole-inputs': wholeInputsRule,
    'without-tests': withoutTestsRule,
  },
};
