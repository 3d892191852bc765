import { onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Environment, Examination, Outside } from '#server/doctor/check.ts'
import { checks } from '#server/doctor/checks.ts'
import { type Examined, runCheck } from '#server/doctor/examine.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { openWorkFolder } from '#test/work-folder.ts'

export const doctorSecret = 's'.repeat(32)

type Options = {
  environment?: Environment
  database?: { url: string; deps: Deps }
  outside?: Partial<Outside>
  now?: () => Date
}

const noAnswers = () => Promise.resolve([])
const noDns = { readTxt: noAnswers, readAddresses: noAnswers, readMx: noAnswers }

/** An installation to examine, with a folder of its own until the end of the test. */
export async function examination({ environment = {}, database, outside = {}, now }: Options) {
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const given = { SECRET: doctorSecret, DATA_DIR: folder, ...environment }
  const subject: Examination = {
    environment: given,
    root: folder,
    config: readConfig(given, folder),
    database: database ?? 'There is none in this test.',
    now: now ?? (() => new Date()),
    outside: { dns: noDns, plainPort: 1, ...outside },
  }
  return {
    folder,
    subject,
    check: (name: string, change: Partial<Examination> = {}): Promise<Examined> =>
      runCheck(
        checks.find((one) => one.name === name)!,
        { ...subject, ...change },
      ),
  }
}
