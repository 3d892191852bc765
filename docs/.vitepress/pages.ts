// Which Markdown files are pages of the site, and at which addresses.

/** The files at the root of the repository that are pages too. Git hosts show them there, so they stay there. */
const rootPages: Record<string, string> = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'OPERATING.md': 'operating.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'STYLE.md': 'style.md',
  'SECURITY.md': 'security.md',
}

/** Returns the page of a Markdown file, both relative to their roots; undefined if the file is not a page. */
export const pageOf = (file: string): string | undefined =>
  rootPages[file] ?? (/^docs\/(.+\.md)$/.exec(file)?.[1] || undefined)

/** Returns the anchor of a heading, by the rule of Git hosts, so that one link works there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')
