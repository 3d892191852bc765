import { passwordStrength, type PasswordRules } from '#web/identity/password-strength.ts'
import { Meter } from '#web/ui/meter.tsx'

/** Strength of a new password, loaded when the first character is typed. */
export default function StrengthMeter({ typed, rules }: { typed: string; rules: PasswordRules }) {
  const { score, text } = passwordStrength(typed, rules)
  return <Meter label="Strength" value={score} max={4} text={text} />
}
