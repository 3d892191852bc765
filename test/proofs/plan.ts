import { appendFileSync } from 'node:fs'

/** `npm run proofs` asks for the long form; `npm test` shows in seconds that each proof still holds and can fail. */
export const isLong = process.env['PROOFS'] === 'long'

export const rounds = (short: number, long: number): number => (isLong ? long : short)

/** What a proof or its positive control has measured, for the table at the end of the long form. */
export function note(proof: string, figures: string): void {
  const file = process.env['PROOFS_NOTES']
  if (file) appendFileSync(file, `${JSON.stringify({ proof, figures })}\n`)
}
