/** Three numbers, and for a release before the release a word such as `-beta.1` (semver.org). */
const semantic = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\da-z]+(\.[\da-z]+)*)?$/

export type State = {
  version: string
  /** The text of CHANGELOG.md. */
  changelog: string
  /** Names of migrations whose contents may still change. */
  openMigrations: readonly string[]
  /** What git says about changes that no commit has. */
  uncommitted: string
}

/** Returns what prevents a release, each as a sentence that says what to do. */
export function releaseMistakes({ version, changelog, openMigrations, uncommitted }: State): string[] {
  const mistakes: string[] = []
  if (!semantic.test(version))
    mistakes.push(`The version in package.json is ${version}; use three numbers, like 0.2.0.`)
  const notes = upgradeNotes(changelog, version)
  if (notes === undefined)
    mistakes.push(
      `CHANGELOG.md has no section "## ${version}" with a date. "npm run changelog" prints a list to begin with.`,
    )
  else if (notes === '')
    mistakes.push(
      `CHANGELOG.md has no upgrade notes for ${version}. Write below "### Upgrade notes" what operators have to do, or that there is nothing to do.`,
    )
  if (openMigrations.length > 0)
    mistakes.push(
      `database/released.json lacks ${openMigrations.length} migrations, the last of which is ${openMigrations.at(-1)}. Run "npm run db:release" and commit it.`,
    )
  if (uncommitted.trim() !== '')
    mistakes.push(`Commit or remove these changes first:\n${uncommitted.trimEnd()}`)
  return mistakes
}

/** Returns the upgrade notes of a version; empty if there are none, undefined if the changelog does not have it. */
export function upgradeNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split(/[ \n]/)[0] === version)
  if (!section || !/^\S+ – \d{4}-\d{2}-\d{2}$/m.test(section.split('\n')[0]!)) return undefined
  const [, notes = ''] = /^### Upgrade notes\n([^]*?)(?=^### |$(?![^]))/m.exec(section) ?? []
  return notes.trim()
}
