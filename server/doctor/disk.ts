import type { WithSettings } from '#server/doctor/check.ts'
import { fault, type Finding, ok, warning } from '#server/doctor/finding.ts'
import { diskSpace, foldersOf } from '#server/health/own-metrics.ts'

type Space = { folder: string; free: number; size: number }

const gigabyte = 1e9
const isScarce = ({ free, size }: Space) => free < Math.max(0.1 * size, gigabyte)
const isGone = ({ free, size }: Space) => free < Math.max(0.02 * size, 0.2 * gigabyte)

const words = ({ folder, free, size }: Space): string =>
  `${(free / gigabyte).toFixed(1)} of ${(size / gigabyte).toFixed(1)} GB are free for the ${folder} folder`

/** Judges the disk with the least space; exported for the test, which cannot fill a disk. */
export function judge(spaces: readonly Space[]): Finding {
  const says = `${spaces.map(words).join(', ')}.`
  const scarce = spaces.filter(isScarce).map(({ folder }) => folder)
  const advice = `Free some space or enlarge the disk of: ${scarce.join(', ')}.`
  if (spaces.some(isGone)) return fault(says, advice)
  return scarce.length > 0 ? warning(says, advice) : ok(says)
}

export async function disk({ config }: WithSettings): Promise<Finding> {
  const spaces = await Promise.all(
    Object.entries(foldersOf(config)).map(async ([folder, path]) => {
      const space = await diskSpace(path)
      return space ? [{ folder, ...space }] : []
    }),
  )
  if (spaces.flat().length === 0)
    return warning(
      `There is no folder ${config.dataDir}.`,
      'Check DATA_DIR, or start the server, which makes it.',
    )
  return judge(spaces.flat())
}
