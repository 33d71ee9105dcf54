import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Prepares a document of OpenAPI 3.0 for the last generator for Java on npm: it names classes that it does not make for unions
 * of texts and numbers, which become any value, and writes an annotation twice for a union that became one object.
 */
export function toJavaDocument(node) {
  if (Array.isArray(node)) return node.map(toJavaDocument);
  if (typeof node !== 'object' || node === null) return node;
  const { discriminator, ...others } = node;
  const { description } = node;
  // A property may have the name of a keyword.
  const isKeyword = discriminator?.propertyName !== undefined;
  const plain = isKeyword ? others : node;
  const members = Array.isArray(node.oneOf ?? node.anyOf) ? { description } : plain;
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, toJavaDocument(value)]));
}

/**
 * Mends what the generator writes wrongly: it leaves out the value of a map without one, and names an annotation that Java has
 * not had since 11. Returns the paths of the sources.
 */
export function mendJavaSources(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
  const sources = files.filter((name) => name.endsWith('.java'));
  for (const file of sources) {
    const text = readFileSync(file, 'utf8');
    const mended = text
      .replaceAll(' = ;', ' = new HashMap<>();')
      .replaceAll(/^@javax\.annotation\.Generated\(.*\)$/gm, '');
    if (mended !== text) writeFileSync(file, mended);
  }
  return sources;
}
