// Object.keys, Object.entries and Object.fromEntries with the types of the keys. TypeScript gives the keys of an object
// the type string, because an object may have more properties than its type says. These functions are for tables of
// literals and for objects built here, which have no others; never for what came from outside.

/** Returns the keys of a table, in their order. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above: the table has no other keys
  Object.keys(table) as (keyof T & string)[]

/** Returns the pairs of key and value of a table, in their order. */
export const entriesOf = <K extends string, V>(table: Readonly<Partial<Record<K, V>>>): [K, V][] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above: the table has no other keys
  Object.entries(table) as [K, V][]

/** Returns a table with the given keys, and for each the value computed from it. */
export const recordOf = <K extends string, V>(
  keys: readonly K[],
  valueOf: (key: K, index: number) => V,
): Record<K, V> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result has exactly the given keys
  Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<K, V>
