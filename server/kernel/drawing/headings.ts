/** Custom properties of CSS that differ from the original (`lookProperties` in the contract). */
type Shapes = { properties: Readonly<Record<string, string>> }

/** True if the operator has chosen headings in the font of texts. */
export const areHeadingsPlain = ({ properties }: Shapes): boolean =>
  properties['--heading-font'] !== undefined

/** Fonts of headings on pages that load no file: of the kind that the operator has chosen. */
export const headingFont = (site: Shapes): string =>
  areHeadingsPlain(site) ? 'system-ui,sans-serif' : 'Georgia,serif'
