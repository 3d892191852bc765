import { lazy, Suspense, useEffect, useState } from 'react'
import { PasswordField } from '#web/identity/password-field.tsx'
import type { PasswordRules } from '#web/identity/password-strength.ts'

const StrengthMeter = lazy(() => import('#web/identity/strength-meter.tsx'))

const defaultRules: PasswordRules = { minLength: 6, needs: [] }

/** Field for a new password, with the service's rules and a strength meter. */
export function NewPasswordField({ label, error }: { label?: string; error?: string | undefined }) {
  const [typed, setTyped] = useState('')
  const [rules, setRules] = useState<PasswordRules | null>(null)

  useEffect(() => {
    let current = true
    const loadRules = async () => (await import('#web/identity/session.ts')).passwordRules()
    loadRules().then(
      (loadedRules) => current && setRules(loadedRules),
      // If the rules cannot be read, the usual ones apply; the service checks in any case.
      () => current && setRules(defaultRules),
    )
    return () => {
      current = false
    }
  }, [])

  return (
    <div className="grid gap-2.5">
      <PasswordField
        {...(label && { label })}
        error={error}
        hint={`At least ${rules?.minLength ?? '…'} characters. A few words in a row are easy to remember and hard to guess.`}
        onTyped={setTyped}
      />
      {typed !== '' && (
        <Suspense fallback={<div className="h-9" />}>
          <StrengthMeter typed={typed} rules={rules ?? defaultRules} />
        </Suspense>
      )}
    </div>
  )
}
