import type { ContentKind } from '#contract/staff/codes.ts'
import type { Words } from '#server/blog/text.ts'
import type { Deps, Site } from '#server/kernel/deps.ts'

/** What is shown in the place of a text from a moment on; later moments come later in a list. */
export type EditedText = {
  kind: ContentKind
  slug: string
  from: Date
  shown: Words | 'shipped' | 'hidden'
}

type Edited = { serial: number; texts: readonly EditedText[] }

const none: Edited = { serial: 0, texts: [] }
const edited = new WeakMap<Site, Edited>()

/** Replaces the edited texts of this process; those of a later moment are shown from then on. */
export function setEditedTexts(site: Site, texts: readonly EditedText[]): void {
  edited.set(site, { serial: editedOf(site).serial + 1, texts })
}

const editedOf = (site: Site): Edited => edited.get(site) ?? none

export type LibraryDeps = Pick<Deps, 'site' | 'now'>

/** Returns a name of what is shown now: it changes when a text is published, also by the time that has come. */
export function editionOf({ site, now }: LibraryDeps): string {
  const { serial, texts } = editedOf(site)
  const at = now()
  return `${serial}.${texts.filter(({ from }) => from <= at).length}`
}

/** Returns the edited texts that are shown now, by their address. */
export function editedNow({ site, now }: LibraryDeps): Map<string, EditedText> {
  const at = now()
  const inForce = editedOf(site).texts.filter(({ from }) => from <= at)
  return new Map(inForce.map((text) => [`${text.kind}/${text.slug}`, text]))
}
