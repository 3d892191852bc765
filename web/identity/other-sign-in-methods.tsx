import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { useConfig } from '#web/layout/use-config.ts'
import type ProviderButtonsPart from '#web/identity/provider-buttons.tsx'

const ProviderButtons = lazy(() => import('#web/identity/provider-buttons.tsx'))

type OtherSignInMethodsProps = ComponentProps<typeof ProviderButtonsPart> & { children?: ReactNode }

/** Content below the form: the external providers, if the operator offers any, and the page's own links. */
export function OtherSignInMethods({ children, ...props }: OtherSignInMethodsProps) {
  const count = useConfig()?.identity.providers.length ?? 0
  if (count === 0 && !children) return null
  return (
    <>
      <p className="flex items-center gap-4 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid gap-3">
        {count > 0 && (
          // Reserves the height of the buttons while their code loads.
          <Suspense fallback={<div style={{ height: `${count * 3.5 - 0.75}rem` }} />}>
            <ProviderButtons {...props} />
          </Suspense>
        )}
        {children}
      </div>
    </>
  )
}
