/**
 * The result for a value that is mostly at hand. A list has hundreds of such values, and a promise for each would cost
 * more than what they are.
 */
export const whenKnown = <Value, Result>(value: Value | Promise<Value>, of: (value: Value) => Result) =>
  value instanceof Promise ? value.then(of) : of(value);
