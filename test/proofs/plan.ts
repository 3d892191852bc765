import { appendFileSync } from 'node:fs'

/**
 * `npm run proofs` runs the long form; in `npm test`, the short form takes seconds and checks that each proof still
 * holds and can fail.
 */
export const isLong = process.env['PROOFS'] === 'long'

export const rounds = (short: number, long: number): number => (isLong ? long : short)

/** Records the figures measured by a proof or its positive control, for the report of the long form. */
export function note(proof: string, figures: string): void {
  const file = process.env['PROOFS_NOTES']
  if (file) appendFileSync(file, `${JSON.stringify({ proof, figures })}\n`)
}
