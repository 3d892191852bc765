/** A commit: its subject and the files that it changes. */
export type Commit = { subject: string; files: string[] }

/** What changes are about, in the order of the changelog, and the files that show it. */
const areas: [area: string, files: RegExp][] = [
  [
    'Bookings, prices and payments',
    /^(contract|server|web)\/(bookings|calendar|invoices|ledger|payments|holidays)\//,
  ],
  [
    'Search and profiles',
    /^(contract|server|web)\/(search|sitters|places|favourites|home|reviews|pictures|share)\//,
  ],
  [
    'Messages, mails and notifications',
    /^(contract|server|web)\/(messages|notices|mails|announcements|live)\//,
  ],
  ['Care and pets', /^(contract|server|web)\/(care|circle|households|lost|pets|blocks)\//],
  ['Accounts and sign-in', /^(contract|server|web)\/(accounts|account|auth|identity|exports|privacy)\//],
  [
    'The desk',
    /^((contract|server|web)\/(admin|staff|settings|content|look|reports|suspensions)|web\/viewing)\//,
  ],
  [
    'Running a site',
    /^(server\/(backups|config|health|kernel)\/|database\/migrations\/|deploy\/|scripts\/(operator|release|start)|OPERATING\.md)/,
  ],
  ['Pages and their speed', /^(web|content|server\/pages)\//],
]
const others = 'For those who change Sitwell'

/** Reads the output of `git log --name-only --format=%x00%s`. */
export const readCommits = (log: string): Commit[] =>
  log
    .split('\0')
    .slice(1)
    .map((text) => {
      const [subject = '', ...files] = text.split('\n').filter((line) => line !== '')
      return { subject, files }
    })

/** The area of most files of the commit; tests and documents count only if there is nothing else. */
function areaOf({ files }: Commit): string {
  const counts = new Map<string, number>()
  for (const file of files.filter((one) => !one.includes('.test.'))) {
    const area = areas.find(([, pattern]) => pattern.test(file))?.[0]
    if (area) counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? others
}

/** Groups commits, newest first, by area; areas without a commit are left out. */
export function groupCommits(commits: readonly Commit[]): { area: string; subjects: string[] }[] {
  return [...areas.map(([area]) => area), others]
    .map((area) => ({
      area,
      subjects: commits.filter((commit) => areaOf(commit) === area).map(({ subject }) => subject),
    }))
    .filter(({ subjects }) => subjects.length > 0)
}
