// Prints the changes since the last release as a list for CHANGELOG.md, grouped by what they are about. Subjects of
// commits are written for people who change Sitwell: shorten the list to what people notice, and write the upgrade notes.
// `npm run changelog -- v0.1.0` begins at another tag or commit.
import { spawnSync } from 'node:child_process'
import { groupCommits, readCommits } from './changelog-groups.ts'

const git = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout
}

function lastRelease(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged').split('\n')
  if (!tag)
    throw new Error(
      'There is no tag like v0.1.0 yet. Name the commit to begin with: npm run changelog -- <commit>',
    )
  return tag
}

try {
  const since = process.argv[2] ?? lastRelease()
  const log = git('log', '--no-merges', '--name-only', '--format=%x00%s', `${since}..HEAD`)
  for (const { area, subjects } of groupCommits(readCommits(log)))
    console.log(`#### ${area}\n\n${subjects.map((subject) => `- ${subject}`).join('\n')}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
