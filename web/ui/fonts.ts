import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/**
 * Link for the document's head. Only the Latin subset of the text's font is preloaded: the headings' font would delay the
 * style sheet and so the first paint, and its fallback takes the same space.
 */
export const fontPreload = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href: figtree,
}
