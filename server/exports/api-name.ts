/** Converts a column name to the API's: `door_code` to `doorCode`. */
export const apiName = (column: string): string =>
  column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
