import { z } from 'zod'
import type { Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'

const Labels = z.record(z.string(), z.string())

export type Measurement = { name: string; labels: z.output<typeof Labels>; value: number; at: Date }

/** Stores the measurements of this process in the database, so that every process can report the latest values. */
export async function storeMeasurements(db: Db, measurements: readonly Measurement[]): Promise<void> {
  if (measurements.length === 0) return
  await db
    .insertInto('measurement')
    .values(
      measurements.map(({ name, labels, value, at }) => ({
        name,
        labels: JSON.stringify(labels),
        value: String(value),
        measured_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['name', 'labels']).doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        measured_at: eb.ref('excluded.measured_at'),
      })),
    )
    .execute()
}

/** Stores the measurements in place of all earlier ones of these names, whatever their labels. */
export const replaceMeasurements = (
  db: Db,
  names: readonly string[],
  measurements: readonly Measurement[],
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.deleteFrom('measurement').where('name', 'in', names).execute()
    await storeMeasurements(tx, measurements)
  })

export async function readMeasurements(db: Db): Promise<Measurement[]> {
  const rows = await db.selectFrom('measurement').selectAll().execute()
  return rows.map(({ name, labels, value, measured_at: at }) => ({
    name,
    labels: Labels.parse(labels),
    value: Number(value),
    at,
  }))
}
