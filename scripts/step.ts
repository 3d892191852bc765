/** Runs a step of a script and prints it with its duration. */
export async function step<T>(title: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const detail = typeof result === 'string' ? ` (${result})` : result === false ? ' (up to date)' : ''
  console.log(`${`${title}${detail}`.padEnd(58)} ${seconds.padStart(6)} s`)
  return result
}
