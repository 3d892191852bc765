import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import type { Command } from './operator-command.ts'

export const noteBackup: Command = {
  usage: '',
  does: 'Note that a backup has just succeeded; run it at the end of your backup script. The desk shows its age',
  async run({ deps }) {
    const at = deps.now()
    await storeMeasurements(deps.db, [{ name: 'backup', labels: {}, value: 1, at }])
    return `The desk shows a backup of ${at.toISOString()}.`
  },
}
