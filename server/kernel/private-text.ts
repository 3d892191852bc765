/** Mail servers and drivers quote addresses of people in their errors. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')

/** Numbers and quoted values differ between occurrences of one cause, and may be those of a person. */
export const withoutValues = (text: string): string =>
  text.replaceAll(/"[^"]*"|'[^']*'|“[^”]*”/g, '"…"').replaceAll(/\d+/g, '#')
