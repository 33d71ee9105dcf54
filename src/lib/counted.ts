/** A count in a sentence: `1 conflict`, `2 conflicts`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
