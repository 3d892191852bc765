import { onTestFinished, expect, test } from 'vitest'
import {
  updateReplica,
  type Replica,
  ReplicaLost,
  runOnReplica,
  unusedReplica,
} from '#server/kernel/db/replica.ts'

const cluster = 'one'
const marks = [
  { at: 1_000, position: 100n, startedAt: '1', cluster },
  { at: 2_000, position: 200n, startedAt: '1', cluster },
]

/** A replica that has replayed everything; nothing listens at its address. */
function caughtUp(): Replica {
  const replica = unusedReplica('postgres://127.0.0.1:9/none', 0)
  updateReplica(replica, { replayed: 200n, cluster }, marks)
  onTestFinished(() => replica.db?.destroy())
  return replica
}

/** A read that ends only when the replica is lost. */
const waiting = (replica: Replica) =>
  runOnReplica(replica, () => new Promise<never>(() => {})).catch((error: unknown) => error)

test.each([
  ['restarted with less data', { replayed: 100n, cluster }],
  ['does not answer', { error: new Error('gone') }],
  ['follows another database', { replayed: 200n, cluster: 'other' }],
])('running reads end when the replica %s', async (_, reading) => {
  const replica = caughtUp()
  const [before, read] = [replica.db, waiting(replica)]
  updateReplica(replica, reading, marks)
  expect(await read).toBeInstanceOf(ReplicaLost)
  expect(replica.db, 'connections to the former server').not.toBe(before)
})

test('running reads and connections stay while the replica advances', async () => {
  const replica = unusedReplica('postgres://127.0.0.1:9/none', 0)
  updateReplica(replica, { replayed: 100n, cluster }, marks)
  const { db } = replica
  onTestFinished(() => db?.destroy())
  let answer: (text: string) => void = () => {}
  const read = runOnReplica(replica, () => new Promise<string>((resolve) => (answer = resolve)))
  for (const replayed of [100n, 200n]) updateReplica(replica, { replayed, cluster }, marks)
  answer('done')
  expect(await read).toBe('done')
  expect([replica.db === db, replica.replayed, replica.caughtUpAt]).toEqual([true, 200n, 2_000])
})
