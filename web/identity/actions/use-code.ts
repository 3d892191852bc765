import { useEffect, useState } from 'react'
import { identityMessage } from '#web/identity/messages.ts'
import type { CodeFacts } from '#web/identity/session.ts'

type CodeLookup = { facts: CodeFacts | null; failure: string | null }

/** Reads the details of a code without consuming it. */
export function useCode(code: string): CodeLookup {
  const [lookup, setLookup] = useState<CodeLookup>({ facts: null, failure: null })
  useEffect(() => {
    let current = true
    const read = async () => {
      const { readCode } = await import('#web/identity/session.ts')
      return readCode(code)
    }
    read().then(
      (facts) => current && setLookup({ facts, failure: null }),
      (error: unknown) => current && setLookup({ facts: null, failure: identityMessage(error) }),
    )
    return () => {
      current = false
    }
  }, [code])
  return lookup
}
