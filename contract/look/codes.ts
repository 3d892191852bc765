/** Constants of the look of the site, apart from all others because only the desk and the server need them. */

/** Maximum number of links that an operator may add to the footer. */
export const maxFooterLinks = 5

/**
 * What an operator may choose about shapes and fonts: for each choice the custom properties of CSS that it sets. The
 * first one is the original, which sets none.
 */
export const lookProperties = {
  corners: {
    round: {},
    slight: {
      '--corner-control': '0.375rem',
      '--corner-card': '0.5rem',
      '--corner-picture': '0.5rem',
      '--radius-lg': '0.25rem',
    },
    square: {
      '--corner-control': '0px',
      '--corner-card': '0px',
      '--corner-picture': '0px',
      '--radius-lg': '0px',
    },
  },
  headings: {
    serif: {},
    sans: { '--heading-font': 'var(--text-font)' },
  },
  shadows: {
    soft: {},
    none: { '--shadow-tint': 'transparent' },
  },
} as const satisfies Record<string, Record<string, Record<string, string>>>
