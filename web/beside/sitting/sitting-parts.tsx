import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, type UIMatch, useLocation, useMatches, useNavigate } from 'react-router'
import { api, ignoreRequestError } from '#web/api.ts'
import { modeOf, setMode, switchMode } from '#web/beside/sitting/mode.ts'
import { SitterBar } from '#web/beside/sitting/sitter-bar.tsx'
import { useLive } from '#web/live/use-live.ts'
import { paths } from '#web/paths.ts'
import { preferences } from '#web/persisted.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

type SittingPartsProps = { accountId: string; slot: HTMLElement }

/** What only people with a sitter profile have on every page: the switch of sides, their bar and "On duty". */
export default function SittingParts({ accountId, slot }: SittingPartsProps) {
  useCare()
  const mode = preferences((state) => state.mode ?? 'owner')
  const { pathname } = useLocation()
  const side = useMatches().some(isOwnPet) ? 'owner' : modeOf(pathname)
  const isOnDuty = useOnDuty(accountId)
  useEffect(() => setMode(side ?? preferences.getState().mode ?? 'owner'), [side])
  return (
    <>
      {createPortal(
        <span className="order-first flex">
          {isOnDuty && (
            <Link
              to={paths.onDuty()}
              className={buttonStyle({ kind: 'quiet', className: 'min-w-11 max-lg:px-2.5' })}
            >
              <Icon name="dog" className="size-5 text-green" />
              <span className="max-lg:sr-only">On duty</span>
            </Link>
          )}
          <ModeSwitch isSitting={mode === 'sitter'} />
        </span>,
        slot,
      )}
      {mode === 'sitter' && <SitterBar />}
    </>
  )
}

/** A guest's page has the same address, but is read by the sitter. */
const isOwnPet = ({ id, loaderData }: UIMatch): boolean =>
  id === 'pets/pet-page' &&
  typeof loaderData === 'object' &&
  loaderData !== null &&
  'isOwn' in loaderData &&
  loaderData.isOwn === true

/** Sends care entries that were recorded offline, from any page, and keeps the offline data up to date. */
function useCare(): void {
  useEffect(() => {
    void import('#web/care/start-care.ts').then(({ startCare }) => startCare())
  }, [])
}

function ModeSwitch({ isSitting }: { isSitting: boolean }) {
  const navigate = useNavigate()
  const label = isSitting ? 'Switch to owner' : 'Switch to sitter'
  return (
    <button
      type="button"
      title={label}
      className={buttonStyle({ kind: 'quiet', className: 'min-w-11 max-xl:px-2.5' })}
      onClick={() => switchMode(navigate)}
    >
      <Icon name="arrow-up-down" className="size-5 rotate-90" />
      <span className="max-xl:sr-only">{label}</span>
    </button>
  )
}

/** True while a booking of this sitter is under way. */
function useOnDuty(accountId: string): boolean {
  const [isOnDuty, setOnDuty] = useState(false)
  const read = () => {
    api('GET /v1/accounts/:accountId/bookings', {
      params: { accountId },
      query: { role: 'sitter', scope: 'upcoming', limit: 10 },
    }).then(
      ({ items }) => setOnDuty(items.some(({ status }) => status === 'in_progress')),
      // The next live event reads it again.
      ignoreRequestError,
    )
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once for each account; live events read it again
  useEffect(read, [accountId])
  useLive('booking', (event) => event && read())
  return isOnDuty
}
