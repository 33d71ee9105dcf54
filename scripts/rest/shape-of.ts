import { shapes, type Shape } from '../../src/rest/shapes.ts';

/** Returns the shape that `@shape(by:)` names. */
export function shapeOf(name: string): Shape {
  const shape = (shapes as Readonly<Record<string, Shape>>)[name];
  if (!shape) throw new Error(`shapes.ts has no ${name}`);
  return shape;
}
