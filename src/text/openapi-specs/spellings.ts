import { isScalar } from 'yaml';

/** How numbers and booleans are written in a file, where that is not how they are printed: `1.0`, `1e3`, `True`. */
export class Spellings {
  private readonly byHolder = new WeakMap<object, Map<string | number, string>>();

  /** Notes how a node of YAML is written that became the member of an object or list. */
  note(holder: object, key: string | number, node: unknown): void {
    if (!isScalar(node) || node.source === undefined) return;
    const { value, source } = node;
    if ((typeof value === 'number' || typeof value === 'boolean') && String(value) !== source)
      this.set(holder, key, source);
  }

  /** Copies a note with its member. */
  copy(from: object, to: object, key: string): void {
    const source = this.byHolder.get(from)?.get(key);
    if (source !== undefined) this.set(to, key, source);
  }

  set(holder: object, key: string | number, source: string): void {
    const notes = this.byHolder.get(holder) ?? new Map<string | number, string>();
    this.byHolder.set(holder, notes.set(key, source));
  }

  /** A number or boolean as it is written. */
  of(holder: object, key: string | number, value: number | boolean): string {
    return this.byHolder.get(holder)?.get(key) ?? String(value);
  }
}
