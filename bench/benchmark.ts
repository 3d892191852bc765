import { codeOf, messageOf } from '#server/kernel/error-facts.ts'

export type Benchmark = {
  /**
   * Adds something to close when the running case ends, or outside of cases the benchmark, also after a failure or a
   * signal; the last one added is closed first.
   */
  onEnd: (close: () => unknown) => void
  /** Runs one case. If it fails, the reason is printed and `orElse` gives its line, so that the others are measured. */
  runCase: <T>(name: string, work: () => Promise<T>, orElse: (reason: string) => T) => Promise<T>
  /**
   * Runs a round to warm up and then as many as given; returns the results of those that did not fail, or throws if all
   * did.
   */
  runRounds: <T>(rounds: number, work: () => Promise<T>) => Promise<T[]>
  /** Closes everything and lists what could not be measured; the process then exits with 1 if there is anything. */
  end: () => Promise<void>
}

/** Describes an error in one line that fits into a table. */
function reasonOf(error: unknown): string {
  const causes = error instanceof Error && error.cause !== undefined ? [error, error.cause] : [error]
  const text = causes.map((one) => messageOf(one) || codeOf(one)).join(': ')
  return text.split('\n', 1)[0]!.replaceAll('|', '/') || 'an error without a message'
}

/** Conventional exit codes of a process that a signal has ended. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/**
 * Prepares this process for a benchmark. Each case fails alone; a failure outside of the cases ends the benchmark, after
 * everything is closed. A rejection that nothing handles belongs to the case that is running.
 */
export function openBenchmark(): Benchmark {
  const failures: string[] = []
  const closings: (() => unknown)[] = []
  let running = 'outside of the cases'

  function fail(name: string, error: unknown): void {
    failures.push(`${name}: ${reasonOf(error)}`)
    console.error(`${name} failed:`, error)
  }

  async function closeTo(count: number): Promise<void> {
    while (closings.length > count)
      try {
        await closings.pop()!()
      } catch (error) {
        fail(`closing after ${running}`, error)
      }
  }

  async function closeAll(): Promise<void> {
    await closeTo(0)
    if (failures.length === 0) return
    console.log(`\nNot measured:\n${failures.map((line) => `- ${line}`).join('\n')}`)
    process.exitCode = 1
  }

  let ending: Promise<void> | undefined
  const end = () => (ending ??= closeAll())
  const endWith = (code: number) => void end().finally(() => process.exit(code))
  process.on('unhandledRejection', (error) => fail(`${running}, in the background`, error))
  process.on('uncaughtException', (error) => {
    fail(running, error)
    endWith(1)
  })
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => endWith(code))

  const runCase: Benchmark['runCase'] = async (name, work, orElse) => {
    const [outer, opened] = [running, closings.length]
    running = name
    try {
      return await work()
    } catch (error) {
      // What is being closed makes the running case fail; nothing may be started any more.
      if (ending) return await new Promise<never>(() => {})
      fail(name, error)
      return orElse(reasonOf(error))
    } finally {
      await closeTo(opened)
      running = outer
    }
  }

  return {
    onEnd: (close) => void closings.push(close),
    runCase,
    runRounds: roundsBy(runCase),
    end,
  }
}

const roundsBy =
  (runCase: Benchmark['runCase']): Benchmark['runRounds'] =>
  async (rounds, work) => {
    const results = []
    for (let round = 0; round <= rounds; round++) {
      const measured = await runCase(
        round === 0 ? 'round to warm up' : `round ${round}`,
        async () => [await work()],
        () => [],
      )
      if (round > 0) results.push(...measured)
    }
    if (results.length === 0) throw new Error('No round could be measured.')
    return results
  }
