import type { Site } from '#server/kernel/deps.ts'

/** True if the operator has chosen headings in the font of texts. */
export const areHeadingsPlain = ({ properties }: Pick<Site, 'properties'>): boolean =>
  properties['--heading-font'] !== undefined
