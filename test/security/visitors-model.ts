import { conditions, holds, type Claims } from './visitors-conditions.ts';
import { fc } from '../setup/properties.ts';

/** The claims that conditions use. */
export const schema = {
  type: 'object',
  properties: {
    beta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'pro'] },
    unsigned: { type: 'object', properties: { dark: { type: 'boolean' } }, additionalProperties: false },
  },
  additionalProperties: false,
};

const conditionIndex = fc.nat({ max: conditions.length - 1 });
const maybe = fc.option(conditionIndex, { nil: null, freq: 2 });

/** A part of a text: a word, a link to a page, or an image, perhaps in a conditional block. */
const part = fc.record({
  condition: maybe,
  link: fc.option(fc.nat({ max: 5 }), { nil: null }),
  file: fc.option(fc.nat({ max: 2 }), { nil: null }),
});
const page = fc.record({
  parent: fc.option(fc.nat({ max: 5 }), { nil: null }),
  condition: maybe,
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
});
const space = fc.record({ condition: maybe, pages: fc.array(page, { minLength: 1, maxLength: 6 }) });
/** Random sites of one section. */
export const site = fc.record({ section: maybe, spaces: fc.array(space, { minLength: 1, maxLength: 2 }) });
/** Random visitors. */
export const claimsArbitrary: fc.Arbitrary<Claims> = fc.record({
  beta: fc.boolean(),
  plan: fc.constantFrom('free', 'pro'),
  dark: fc.boolean(),
});
/** A space: pages with conditions, and texts of words, links and images. */
export type SpaceModel = typeof space extends fc.Arbitrary<infer Value> ? Value : never;

/** A word that occurs once in all spaces. */
export const word = (world: number, at: number, piece: number) =>
  `zq${'abcdefghij'[world % 10]}${world}x${at}y${piece}`;
/** The path of a page. */
export const pathTo = (model: SpaceModel, at: number): string => {
  const parent = findParent(model, at);
  return parent === null ? `p${at}` : `${pathTo(model, parent)}/p${at}`;
};
/** The page above; null at the top. */
export const findParent = ({ pages }: SpaceModel, at: number) => {
  const parent = pages[at]?.parent ?? null;
  return parent !== null && parent < at ? parent : null;
};

/** Returns the content of a space that a visitor may read, by brute force. */
export function allowed(model: SpaceModel, claims: Claims) {
  const isPageShown = (at: number): boolean => {
    const parent = findParent(model, at);
    return holds(model.pages[at]?.condition ?? null, claims) && (parent === null || isPageShown(parent));
  };
  const pages = model.pages.map((_, at) => at).filter(isPageShown);
  const parts = (at: number) =>
    (model.pages[at]?.parts ?? [])
      .map((one, piece) => ({ ...one, piece }))
      .filter(({ condition }) => holds(condition, claims));
  const hasConditions = model.pages.some(
    ({ condition, parts: all }) => condition !== null || all.some((one) => one.condition !== null),
  );
  const files = hasConditions
    ? [0, 1, 2].filter((file) => pages.some((at) => parts(at).some((one) => one.file === file)))
    : [0, 1, 2];
  return { pages, parts, files };
}
