/** What the frame tells the page around it, so that neither of them needs a scrollbar. */
export type Height = { sitwellHeight: number }

export const isHeight = (data: unknown): data is Height =>
  typeof data === 'object' &&
  data !== null &&
  'sitwellHeight' in data &&
  typeof data.sitwellHeight === 'number' &&
  data.sitwellHeight > 0 &&
  data.sitwellHeight < 10_000
