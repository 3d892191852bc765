/** For tests in which every backup and copy can be read. */
export function refuseDamaged(damaged: string | { sentence: string }): never {
  throw new Error(typeof damaged === 'string' ? damaged : damaged.sentence)
}
